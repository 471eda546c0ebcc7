package tessera.demo.control.container;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.filecopy.TarEntry;
import tessera.filecopy.TarReader;
import tessera.filecopy.TarWriter;

/** The program {@code tar}, as far as it packs to its output and unpacks from its input. */
final class SimulatedTarCommand {

    private static final int PIECE = 32 << 10;
    private static final int FAILED = 2;
    private static final Instant MODIFIED = Instant.ofEpochSecond(1_790_000_000L);

    private final SimulatedContainerFiles files;
    private final SimulatedCommandConsole console;
    private final List<String> paths = new ArrayList<>();
    private String folder;
    private char mode = '?';
    private int code;

    /** @param folder where it is started */
    SimulatedTarCommand(SimulatedContainerFiles files, SimulatedCommandConsole console, String folder) {
        this.files = files;
        this.console = console;
        this.folder = folder;
    }

    int run(List<String> arguments) throws IOException {
        parseArguments(arguments);
        switch (mode) {
            case 'c' -> packPaths();
            case 'x' -> unpackArchive();
            default -> reportError("You must specify one of the '-Acdtrux' options");
        }
        return code;
    }

    private void parseArguments(List<String> arguments) throws IOException {
        for (int at = 0; at < arguments.size(); at++) {
            var word = arguments.get(at);
            boolean options = at == 0 || (word.startsWith("-") && word.length() > 1);
            if (!options) {
                paths.add(word);
            } else if (!word.startsWith("--")) {
                if (word.contains("c") || word.contains("x")) {
                    mode = word.contains("c") ? 'c' : 'x';
                }
                boolean valued = (word.endsWith("f") || word.endsWith("C")) && at + 1 < arguments.size();
                at += valued ? 1 : 0;
                if (valued && word.endsWith("C")) {
                    changeFolder(arguments.get(at));
                }
            }
        }
    }

    private void changeFolder(String place) throws IOException {
        var path = SimulatedContainerFiles.resolvePath(folder, place);
        if (!files.isFolder(path)) {
            reportError(place + ": Cannot open: No such file or directory");
        }
        folder = path;
    }

    private void reportError(String text) throws IOException {
        console.printError("tar: " + text + "\n");
        code = FAILED;
    }

    private void packPaths() throws IOException {
        var packed = new ByteArrayOutputStream();
        var archive = new TarWriter(packed);
        for (var path : code == 0 ? paths : List.<String>of()) {
            var absolute = SimulatedContainerFiles.resolvePath(folder, path);
            if (files.read(absolute) == null && !files.isFolder(absolute)) {
                reportError(path + ": Cannot stat: No such file or directory");
            } else {
                addEntries(archive, path.startsWith("/") ? path.substring(1) : path, absolute);
            }
        }
        archive.finish();
        console.writeOutput(packed.toByteArray());
        if (code != 0) {
            console.printError("tar: Exiting with failure status due to previous errors\n");
        }
    }

    private void addEntries(TarWriter archive, String name, String path) throws IOException {
        var content = files.read(path);
        if (content != null) {
            archive.begin(TarEntry.file(name, content.length, 0644, MODIFIED));
            archive.write(content, 0, content.length);
            return;
        }
        archive.begin(TarEntry.folder(name + "/", 0755, MODIFIED));
        for (var child : files.namesIn(path)) {
            addEntries(archive, name + "/" + child, SimulatedContainerFiles.resolvePath(path, child));
        }
    }

    private void unpackArchive() throws IOException {
        var archive = new TarReader(console);
        try {
            for (var entry = archive.next(); code == 0 && entry.isPresent(); entry = archive.next()) {
                unpack(entry.get(), archive);
            }
            if (code == 0) {
                // As a real tar does, so that whoever sends is not cut off.
                console.transferTo(OutputStream.nullOutputStream());
            }
        } catch (SimulatedCommandConsole.ProgramStopException stop) {
            throw stop;
        } catch (IOException broken) {
            reportError("Unexpected EOF in archive");
            console.printError("tar: Error is not recoverable: exiting now\n");
        }
    }

    private void unpack(TarEntry entry, TarReader archive) throws IOException {
        var path = SimulatedContainerFiles.resolvePath(folder, entry.name());
        if (entry.type() == TarEntry.TarEntryType.FILE) {
            // What breaks off is no fault of the disk.
            var content = readContent(archive);
            try {
                files.write(path, content);
            } catch (IOException full) {
                reportError(entry.name() + ": Cannot write: " + full.getMessage());
            }
        } else if (entry.type() != TarEntry.TarEntryType.FOLDER) {
            reportError(entry.name() + ": Cannot create: Operation not permitted");
        } else if (files.read(path) == null) {
            files.makeFolder(path);
        } else {
            reportError(entry.name() + ": Cannot mkdir: File exists");
        }
    }

    /** Reads an entry's content, of which nothing is kept that there is no room for. */
    private static byte[] readContent(TarReader archive) throws IOException {
        var content = new ByteArrayOutputStream();
        var piece = new byte[PIECE];
        for (int count = archive.read(piece, 0, PIECE); count >= 0; count = archive.read(piece, 0, PIECE)) {
            if (content.size() <= SimulatedContainerFiles.ROOM) {
                content.write(piece, 0, count);
            }
        }
        return content.toByteArray();
    }
}
