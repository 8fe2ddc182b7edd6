// Package zframe reads and writes files of zstd frames: text that is cut into
// frames which many workers encode and decode at a time, between marks that
// show whether all of it is there, and a table by which a reader begins in the
// middle. Writer cuts and keeps order, Reader reads ahead and keeps order, Find
// looks in the table. It takes zstd files of others, too.
package zframe
