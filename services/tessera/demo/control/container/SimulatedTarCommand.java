package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program {@code tar}, as far as it packs to its output and unpacks from its input. */
final class SimulatedTarCommand {

    private static final int BLOCK = 512;
    private static final int RECORD = 20 * BLOCK;
    private static final int PIECE = 32 << 10;
    private static final int FAILED = 2;

    private final SimulatedContainerFiles files;
    private final SimulatedProgramInputOutput console;
    private String folder;
    private long written;
    private int code;

    /** @param folder where it is started */
    SimulatedTarCommand(SimulatedContainerFiles files, SimulatedProgramInputOutput console, String folder) {
        this.files = files;
        this.console = console;
        this.folder = folder;
    }

    /** A parsed tar command line. */
    private record TarCommandLine(char mode, List<String> paths) {}

    int run(List<String> texts) throws IOException {
        var request = parseArguments(texts);
        switch (request.mode()) {
            case 'c' -> packPaths(request.paths());
            case 'x' -> unpackArchive(console.input());
            default -> reportError("You must specify one of the '-Acdtrux' options");
        }
        return code;
    }

    private TarCommandLine parseArguments(List<String> texts) throws IOException {
        char mode = '?';
        var paths = new ArrayList<String>();
        for (int at = 1; at < texts.size(); at++) {
            var word = texts.get(at);
            boolean options = at == 1 || (word.startsWith("-") && word.length() > 1);
            if (!options || word.startsWith("--")) {
                if (!word.startsWith("--")) {
                    paths.add(word);
                }
                continue;
            }
            if (word.contains("c")) {
                mode = 'c';
            } else if (word.contains("x")) {
                mode = 'x';
            }
            if (word.endsWith("f") && at + 1 < texts.size()) {
                at++;
            } else if (word.endsWith("C") && at + 1 < texts.size()) {
                at++;
                changeFolder(texts.get(at));
            }
        }
        return new TarCommandLine(mode, paths);
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

    private void packPaths(List<String> paths) throws IOException {
        for (var path : code == 0 ? paths : List.<String>of()) {
            var absolute = SimulatedContainerFiles.resolvePath(folder, path);
            var name = path.startsWith("/") ? path.substring(1) : path;
            if (files.sizeOf(absolute) < 0 && !files.isFolder(absolute)) {
                reportError(path + ": Cannot stat: No such file or directory");
            } else {
                addEntry(name, absolute);
            }
        }
        if (code == 0 || !paths.isEmpty()) {
            writeBytes(new byte[2 * BLOCK]);
            writeBytes(new byte[(int) ((RECORD - written % RECORD) % RECORD)]);
        }
        if (code != 0) {
            console.printError("tar: Exiting with failure status due to previous errors\n");
        }
    }

    private void addEntry(String name, String path) throws IOException {
        long size = files.sizeOf(path);
        if (size < 0) {
            writeBytes(entryHeader(name + "/", '5', 0));
            for (var child : files.namesIn(path)) {
                addEntry(name + "/" + child, SimulatedContainerFiles.resolvePath(path, child));
            }
            return;
        }
        writeBytes(entryHeader(name, '0', size));
        try (var in = files.open(path)) {
            for (var piece = in.readNBytes(PIECE); piece.length > 0; piece = in.readNBytes(PIECE)) {
                writeBytes(piece);
            }
        }
        writeBytes(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    private void writeBytes(byte[] bytes) throws IOException {
        console.writeBytes(bytes);
        written += bytes.length;
    }

    private static byte[] entryHeader(String name, char flag, long size) {
        var head = new byte[BLOCK];
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        int cut = bytes.length <= 100 ? 0 : name.indexOf('/', Math.max(0, name.length() - 100));
        putText(head, 0, cut == 0 ? name : name.substring(cut + 1));
        putText(head, 345, cut == 0 ? "" : name.substring(0, cut));
        putText(head, 100, flag == '5' ? "0000755" : "0000644");
        putText(head, 108, "0000000");
        putText(head, 116, "0000000");
        putText(head, 124, "%011o".formatted(size));
        putText(head, 136, "%011o".formatted(1_790_000_000L));
        putText(head, 148, "        ");
        head[156] = (byte) flag;
        putText(head, 257, "ustar");
        putText(head, 263, "00root");
        putText(head, 297, "root");
        int sum = 0;
        for (var each : head) {
            sum += each & 0xff;
        }
        putText(head, 148, "%06o\0 ".formatted(sum));
        return head;
    }

    private static void putText(byte[] head, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, head, at, Math.min(bytes.length, head.length - at));
    }

    private void unpackArchive(InputStream in) throws IOException {
        var longName = "";
        var head = in.readNBytes(BLOCK);
        for (; code == 0 && head.length == BLOCK && head[0] != 0; head = in.readNBytes(BLOCK)) {
            var prefix = readText(head, 345, 155);
            String name;
            if (!longName.isEmpty()) {
                name = longName;
            } else {
                name = (prefix.isEmpty() ? "" : prefix + "/") + readText(head, 0, 100);
            }
            longName = "";
            long size = Long.parseLong("0" + readText(head, 124, 12).strip(), 8);
            switch (head[156]) {
                case '5' -> makeFolder(name);
                case 'x' -> longName = extendedPath(readContent(in, size));
                case '0', 0 -> unpackFile(name, in, size);
                default -> reportError(name + ": Cannot create: Operation not permitted");
            }
        }
        if (code == 0 && head.length > 0 && head.length < BLOCK) {
            failUnexpectedEnd();
        }
        // Whoever sends must not be left with what nobody takes.
        in.skipNBytes(Math.max(0, in.available()));
    }

    private static String readText(byte[] bytes, int from, int length) {
        var text = new String(bytes, from, Math.min(length, bytes.length - from), StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    private static String extendedPath(byte[] content) {
        var line = new String(content, StandardCharsets.UTF_8).lines().filter(each -> each.contains(" path="))
                .findFirst().orElse("");
        return line.substring(line.indexOf('=') + 1);
    }

    /** Returns the entry's content, shortened if the archive ends too early. */
    private byte[] readContent(InputStream in, long size) throws IOException {
        var content = in.readNBytes((int) size);
        int rest = (int) ((BLOCK - size % BLOCK) % BLOCK);
        if (content.length < size || in.readNBytes(rest).length < rest) {
            failUnexpectedEnd();
        }
        return content;
    }

    private void failUnexpectedEnd() throws IOException {
        reportError("Unexpected EOF in archive");
        console.printError("tar: Error is not recoverable: exiting now\n");
    }

    private void makeFolder(String name) throws IOException {
        var path = SimulatedContainerFiles.resolvePath(folder, name);
        if (files.sizeOf(path) >= 0) {
            reportError(name + ": Cannot mkdir: File exists");
        } else {
            files.makeFolder(path);
        }
    }

    private void unpackFile(String name, InputStream in, long size) throws IOException {
        // What breaks off is no fault of the disk.
        var content = readContent(in, size);
        try {
            files.write(SimulatedContainerFiles.resolvePath(folder, name), content);
        } catch (IOException full) {
            reportError(name + ": Cannot write: " + full.getMessage());
        }
    }
}
