package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program {@code tar}, as far as it packs to its output and unpacks from its input. */
final class TarProgram {

    private static final int BLOCK = 512;
    private static final int RECORD = 20 * BLOCK;
    private static final int PIECE = 32 << 10;
    private static final int FAILED = 2;

    private final ContainerFiles files;
    private final ProgramConsole console;
    private String folder;
    private long written;
    private int code;

    /** @param folder where it is started */
    TarProgram(ContainerFiles files, ProgramConsole console, String folder) {
        this.files = files;
        this.console = console;
        this.folder = folder;
    }

    /** What it was told. */
    private record TarRequest(char mode, List<String> paths) {}

    int run(List<String> words) throws IOException {
        var wish = understand(words);
        switch (wish.mode()) {
            case 'c' -> pack(wish.paths());
            case 'x' -> unpack(console.in());
            default -> complain("You must specify one of the '-Acdtrux' options");
        }
        return code;
    }

    private TarRequest understand(List<String> words) throws IOException {
        char mode = '?';
        var paths = new ArrayList<String>();
        for (int at = 1; at < words.size(); at++) {
            var word = words.get(at);
            boolean options = at == 1 || (word.startsWith("-") && word.length() > 1);
            if (!options || word.startsWith("--")) {
                if (!word.startsWith("--")) {
                    paths.add(word);
                }
                continue;
            }
            mode = word.contains("c") ? 'c' : word.contains("x") ? 'x' : mode;
            if (word.endsWith("f") && at + 1 < words.size()) {
                at++;
            } else if (word.endsWith("C") && at + 1 < words.size()) {
                at++;
                change(words.get(at));
            }
        }
        return new TarRequest(mode, paths);
    }

    private void change(String place) throws IOException {
        var path = ContainerFiles.from(folder, place);
        if (!files.folderAt(path)) {
            complain(place + ": Cannot open: No such file or directory");
        }
        folder = path;
    }

    private void complain(String words) throws IOException {
        console.err("tar: " + words + "\n");
        code = FAILED;
    }

    private void pack(List<String> paths) throws IOException {
        for (var path : code == 0 ? paths : List.<String>of()) {
            var absolute = ContainerFiles.from(folder, path);
            var name = path.startsWith("/") ? path.substring(1) : path;
            if (files.size(absolute) < 0 && !files.folderAt(absolute)) {
                complain(path + ": Cannot stat: No such file or directory");
            } else {
                add(name, absolute);
            }
        }
        if (code == 0 || !paths.isEmpty()) {
            send(new byte[2 * BLOCK]);
            send(new byte[(int) ((RECORD - written % RECORD) % RECORD)]);
        }
        if (code != 0) {
            console.err("tar: Exiting with failure status due to previous errors\n");
        }
    }

    private void add(String name, String path) throws IOException {
        long size = files.size(path);
        if (size < 0) {
            send(head(name + "/", '5', 0));
            for (var child : files.names(path)) {
                add(name + "/" + child, ContainerFiles.from(path, child));
            }
            return;
        }
        send(head(name, '0', size));
        try (var in = files.open(path)) {
            for (var piece = in.readNBytes(PIECE); piece.length > 0; piece = in.readNBytes(PIECE)) {
                send(piece);
            }
        }
        send(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    private void send(byte[] bytes) throws IOException {
        console.raw(bytes);
        written += bytes.length;
    }

    private static byte[] head(String name, char flag, long size) {
        var head = new byte[BLOCK];
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        int cut = bytes.length <= 100 ? 0 : name.indexOf('/', Math.max(0, name.length() - 100));
        put(head, 0, cut == 0 ? name : name.substring(cut + 1));
        put(head, 345, cut == 0 ? "" : name.substring(0, cut));
        put(head, 100, flag == '5' ? "0000755" : "0000644");
        put(head, 108, "0000000");
        put(head, 116, "0000000");
        put(head, 124, "%011o".formatted(size));
        put(head, 136, "%011o".formatted(1_790_000_000L));
        put(head, 148, "        ");
        head[156] = (byte) flag;
        put(head, 257, "ustar");
        put(head, 263, "00root");
        put(head, 297, "root");
        int sum = 0;
        for (var each : head) {
            sum += each & 0xff;
        }
        put(head, 148, "%06o\0 ".formatted(sum));
        return head;
    }

    private static void put(byte[] head, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, head, at, Math.min(bytes.length, head.length - at));
    }

    private void unpack(InputStream in) throws IOException {
        var longName = "";
        var head = in.readNBytes(BLOCK);
        for (; code == 0 && head.length == BLOCK && head[0] != 0; head = in.readNBytes(BLOCK)) {
            var prefix = text(head, 345, 155);
            var name = !longName.isEmpty() ? longName : (prefix.isEmpty() ? "" : prefix + "/") + text(head, 0, 100);
            longName = "";
            long size = Long.parseLong("0" + text(head, 124, 12).strip(), 8);
            switch (head[156]) {
                case '5' -> folder(name);
                case 'x' -> longName = extended(content(in, size));
                case '0', 0 -> file(name, in, size);
                default -> complain(name + ": Cannot create: Operation not permitted");
            }
        }
        if (code == 0 && head.length > 0 && head.length < BLOCK) {
            breakOff();
        }
        // Whoever sends must not be left with what nobody takes.
        in.skipNBytes(Math.max(0, in.available()));
    }

    private static String text(byte[] bytes, int from, int length) {
        var text = new String(bytes, from, Math.min(length, bytes.length - from), StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    private static String extended(byte[] content) {
        var line = new String(content, StandardCharsets.UTF_8).lines().filter(each -> each.contains(" path="))
                .findFirst().orElse("");
        return line.substring(line.indexOf('=') + 1);
    }

    /** What there is of it, where the archive ends before it does. */
    private byte[] content(InputStream in, long size) throws IOException {
        var content = in.readNBytes((int) size);
        int rest = (int) ((BLOCK - size % BLOCK) % BLOCK);
        if (content.length < size || in.readNBytes(rest).length < rest) {
            breakOff();
        }
        return content;
    }

    private void breakOff() throws IOException {
        complain("Unexpected EOF in archive");
        console.err("tar: Error is not recoverable: exiting now\n");
    }

    private void folder(String name) throws IOException {
        var path = ContainerFiles.from(folder, name);
        if (files.size(path) >= 0) {
            complain(name + ": Cannot mkdir: File exists");
        } else {
            files.makeFolder(path);
        }
    }

    private void file(String name, InputStream in, long size) throws IOException {
        // What breaks off is no fault of the disk.
        var content = content(in, size);
        try {
            files.write(ContainerFiles.from(folder, name), content);
        } catch (IOException full) {
            complain(name + ": Cannot write: " + full.getMessage());
        }
    }
}
