package store

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// rangers open a range of an object, by scheme. The SDK's file systems read from the
// beginning only: a shard would have to read everything before it.
var rangers = map[string]func(ctx context.Context, name string, from, to int64) (io.ReadCloser, error){
	"gs": rangeOfGS,
	"s3": rangeOfS3,
}

// openRanges opens an object for reads at any offset.
func openRanges(ctx context.Context, name string) (file io.ReaderAt, size int64, err error) {
	fs, err := systemOf(name)
	if err != nil {
		return nil, 0, err
	}
	if size, err = fs.Size(ctx, name); err != nil {
		return nil, 0, err
	}
	ranger := rangers[scheme(name)]
	if ranger == nil {
		return openStream(ctx, fs, name, size)
	}
	ctx, cancel := context.WithCancel(ctx)
	return &blocks{size: size, close: cancel, fetch: func(from, to int64) ([]byte, error) {
		r, err := ranger(ctx, name, from, to)
		if err != nil {
			return nil, fmt.Errorf("%s: bytes %d to %d: %w", name, from, to, err)
		}
		defer r.Close() // nothing was written
		text := make([]byte, to-from)
		if _, err := io.ReadFull(r, text); err != nil {
			return nil, fmt.Errorf("%s: bytes %d to %d: %w", name, from, to, err)
		}
		return text, nil
	}}, size, nil
}

func rangeOfGS(ctx context.Context, name string, from, to int64) (io.ReadCloser, error) {
	client, err := clientOfGS()
	if err != nil {
		return nil, err
	}
	bucket, object, err := gcsx.ParseObject(name)
	if err != nil {
		return nil, err
	}
	return client.Bucket(bucket).Object(object).ReadCompressed(true).NewRangeReader(ctx, from, to-from)
}

// clientOfGS makes a client in the same way as the SDK's file system.
var clientOfGS = sync.OnceValues(func() (*storage.Client, error) {
	client, err := gcsx.NewClient(context.Background(), storage.ScopeReadWrite)
	if err != nil {
		client, err = gcsx.NewUnauthenticatedClient(context.Background())
	}
	return client, err
})

func rangeOfS3(ctx context.Context, name string, from, to int64) (io.ReadCloser, error) {
	client, err := clientOfS3()
	if err != nil {
		return nil, err
	}
	where, err := url.Parse(name)
	if err != nil {
		return nil, err
	}
	object, err := client.GetObject(ctx, &s3.GetObjectInput{
		Bucket: aws.String(where.Host), Key: aws.String(strings.TrimPrefix(where.Path, "/")),
		Range: aws.String(fmt.Sprintf("bytes=%d-%d", from, to-1)),
	})
	if err != nil {
		return nil, err
	}
	return object.Body, nil
}

// clientOfS3 makes a client in the same way as the SDK's file system.
var clientOfS3 = sync.OnceValues(func() (*s3.Client, error) {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		return nil, err
	}
	return s3.NewFromConfig(cfg), nil
})

// openStream opens a file of a system that may only read from the beginning.
func openStream(ctx context.Context, fs filesystem.Interface, name string, size int64) (io.ReaderAt, int64, error) {
	s := &stream{open: func() (io.ReadCloser, error) { return fs.OpenRead(ctx, name) }}
	first, err := s.open()
	if err != nil {
		return nil, 0, err
	}
	if file, ok := first.(io.ReaderAt); ok {
		return file, size, nil
	}
	s.r = first
	return &blocks{size: size, fetch: s.fetch, close: s.close}, size, nil
}

// A stream reads forward, and begins again to read an earlier offset.
type stream struct {
	open func() (io.ReadCloser, error)

	mu sync.Mutex
	r  io.ReadCloser // nil: not open
	at int64
}

func (s *stream) fetch(from, to int64) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, err := s.read(from, to)
	if err != nil {
		s.drop()
	}
	return text, err
}

func (s *stream) read(from, to int64) (text []byte, err error) {
	if s.r == nil || s.at > from {
		s.drop()
		if s.r, err = s.open(); err != nil {
			return nil, err
		}
	}
	if _, err := io.CopyN(io.Discard, s.r, from-s.at); err != nil {
		return nil, err
	}
	text = make([]byte, to-from)
	if _, err := io.ReadFull(s.r, text); err != nil {
		return nil, err
	}
	s.at = to
	return text, nil
}

// drop makes the next read start at the beginning.
func (s *stream) drop() {
	if s.r != nil {
		_ = s.r.Close() // nothing was written
	}
	s.r, s.at = nil, 0
}

func (s *stream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
}
