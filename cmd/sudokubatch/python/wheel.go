package main

// The content of one wheel, as specified on
// https://packaging.python.org/en/latest/specifications/binary-distribution-format/.

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"debug/buildinfo"
	"embed"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// tags maps platforms to the tags of their wheels. A static binary for Linux runs with any C library.
// Go 1.26 needs macOS 12.
var tags = map[string][]string{
	"darwin/amd64":  {"macosx_12_0_x86_64"},
	"darwin/arm64":  {"macosx_12_0_arm64"},
	"linux/amd64":   {"manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"},
	"linux/arm64":   {"manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"},
	"windows/amd64": {"win_amd64"},
	"windows/arm64": {"win_arm64"},
}

//go:embed sudokubatch/*.py sudokubatch/py.typed
var source embed.FS

//go:embed README.md
var readme string

// metadata is the METADATA of a wheel, up to the version and the README.
const metadata = `Metadata-Version: 2.1
Name: sudokubatch
Version: %s
Summary: Solves, checks, labels, converts and generates Sudoku puzzles by the million
License: MIT
Project-URL: Source, https://github.com/sudokubatch/sudokubatch
Project-URL: Changelog, https://github.com/sudokubatch/sudokubatch/blob/main/.github/CHANGELOG.md
Keywords: sudoku,solver,dataset,benchmark
Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Games/Entertainment :: Puzzle Games
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == 'numpy'
Description-Content-Type: text/markdown

%s`

// A wheel is what one file is made of.
type wheel struct {
	binary   string // name of the file
	platform string // GOOS/GOARCH, a key of tags
	version  string // as Python writes it
}

// inspect returns the wheel for a binary, from the platform and version that Go wrote into it. If the
// version is given, it replaces the version of the binary.
func inspect(binary, version string) (wheel, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return wheel{}, fmt.Errorf("%s: %w", binary, err)
	}
	if info.Path != commandPath {
		return wheel{}, fmt.Errorf("%s is %s, not %s", binary, info.Path, commandPath)
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	w := wheel{binary: binary, platform: settings["GOOS"] + "/" + settings["GOARCH"]}
	if settings["CGO_ENABLED"] != "0" {
		return w, fmt.Errorf("%s may need a C library: build it with CGO_ENABLED=0", binary)
	}
	if version == "" {
		version = info.Main.Version
	}
	w.version, err = pythonVersion(version)
	return w, err
}

// semver matches a version of Go: numbers, a label such as rc.1, and the time and commit of a state
// without a tag.
var semver = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+))?(?:[-.](?:0\.)?(\d{14})-[0-9a-f]{12})?(?:\+dirty)?$`)

// pythonVersion translates a version: v1.2.3-rc.1 becomes 1.2.3rc1. A build without a tag gets its
// time in place of a label, and one without version control 0.
func pythonVersion(version string) (string, error) {
	if version == "" || version == "(devel)" {
		return "0.0.0.dev0", nil
	}
	m := semver.FindStringSubmatch(version)
	if m == nil {
		return "", fmt.Errorf("version %q: want one such as 1.2.3 or 1.2.3-rc.1", version)
	}
	text := m[1]
	if m[2] != "" {
		text += map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3]
	}
	if m[4] != "" {
		text += ".dev" + m[4]
	}
	return text, nil
}

func (w wheel) name() string {
	return fmt.Sprintf("sudokubatch-%s-py3-none-%s.whl", w.version, strings.Join(tags[w.platform], "."))
}

// pack returns the content of the file, with the license and the notices of the linked modules.
func (w wheel) pack(license, notices []byte) ([]byte, error) {
	modified, err := epoch()
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	p := packer{archive: zip.NewWriter(&file), modified: modified}
	p.archive.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(to, flate.BestCompression)
	})
	names, err := fs.Glob(source, "sudokubatch/*")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p.add(name, 0o644, bytes.Replace(data, []byte(`"0.0.0.dev0"`), []byte(strconv.Quote(w.version)), 1))
	}
	program, err := os.ReadFile(w.binary)
	if err != nil {
		return nil, err
	}
	script := "sudokubatch-" + w.version + ".data/scripts/sudokubatch"
	if strings.HasPrefix(w.platform, "windows/") {
		script += ".exe"
	}
	p.add(script, 0o755, program)

	about := "Wheel-Version: 1.0\nGenerator: " + commandPath + "/python\nRoot-Is-Purelib: false\n"
	for _, tag := range tags[w.platform] {
		about += "Tag: py3-none-" + tag + "\n"
	}
	info := "sudokubatch-" + w.version + ".dist-info"
	p.add(path.Join(info, "LICENSE"), 0o644, license)
	p.add(path.Join(info, "NOTICES"), 0o644, notices)
	p.add(path.Join(info, "METADATA"), 0o644, fmt.Appendf(nil, metadata, w.version, readme))
	p.add(path.Join(info, "WHEEL"), 0o644, []byte(about))
	record := path.Join(info, "RECORD")
	p.add(record, 0o644, []byte(p.record.String()+record+",,\n"))
	if p.err == nil {
		p.err = p.archive.Close()
	}
	return file.Bytes(), p.err
}

// epoch returns the time of all files in a wheel: SOURCE_DATE_EPOCH, or else 1980, where the time of
// zip files begins.
func epoch() (time.Time, error) {
	begin := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		return begin, nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return begin, fmt.Errorf("SOURCE_DATE_EPOCH=%s: want a number of seconds", text)
	}
	if at := time.Unix(seconds, 0).UTC(); at.After(begin) {
		return at, nil
	}
	return begin, nil
}

// A packer adds files to an archive and keeps their lines for RECORD, and the first error.
type packer struct {
	archive  *zip.Writer
	modified time.Time
	record   strings.Builder
	err      error
}

func (p *packer) add(name string, mode fs.FileMode, data []byte) {
	if p.err != nil {
		return
	}
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: p.modified}
	header.SetMode(mode)
	file, err := p.archive.CreateHeader(header)
	if err == nil {
		_, err = file.Write(data)
	}
	p.err = err
	sum := sha256.Sum256(data)
	fmt.Fprintf(&p.record, "%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(data))
}
