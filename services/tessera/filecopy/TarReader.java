package tessera.filecopy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.filecopy.FileCopyReason.ArchiveFault;
import tessera.text.OptionalText;

/** A streaming reader of tar archives: the old format, POSIX with pax headers, and GNU long names. For one thread. */
public final class TarReader {

    static final int BLOCK = 512;
    /** Of all that is said of one thing before it comes. */
    private static final int LONGEST_EXTENSION = 1 << 20;
    /** Archives may say anything of a thing; nothing else is held. */
    private static final Set<String> READ = Set.of("path", "linkpath", "size");

    private final InputStream in;
    private final byte[] head = new byte[BLOCK];
    private final Map<String, String> always = new HashMap<>();
    private long remaining;
    private long padding;
    private long announced;

    public TarReader(InputStream in) {
        this.in = in;
    }

    /**
     * Returns the next entry, skipping what is left of the previous one; empty at the end.
     *
     * @return empty at its end
     * @throws IOException when it ends early or is none
     */
    public Optional<TarEntry> next() throws IOException {
        var once = new HashMap<String, String>();
        announced = 0;
        while (true) {
            skip(remaining + padding);
            if (!readHeader()) {
                return Optional.empty();
            }
            int flag = head[156];
            openContent(contentSize(once));
            switch (flag) {
                case 'x' -> parsePaxRecords(once);
                case 'g' -> parsePaxRecords(always);
                case 'L' -> once.put("path", textField(readExtension(), 0, LONGEST_EXTENSION));
                case 'K' -> once.put("linkpath", textField(readExtension(), 0, LONGEST_EXTENSION));
                default -> {
                    return Optional.of(readEntry(flag, once));
                }
            }
        }
    }

    private void openContent(long size) {
        remaining = size;
        padding = (BLOCK - size % BLOCK) % BLOCK;
    }

    private boolean readHeader() throws IOException {
        int count = in.readNBytes(head, 0, BLOCK);
        if (count == 0) {
            throw new IOException(ArchiveFault.END_MISSING.text());
        }
        if (count < BLOCK) {
            throw new IOException(ArchiveFault.TRUNCATED.text());
        }
        boolean empty = true;
        long sum = 0;
        for (int at = 0; at < BLOCK; at++) {
            empty &= head[at] == 0;
            sum += at >= 148 && at < 156 ? ' ' : head[at] & 0xff;
        }
        if (!empty && sum != numberField(148, 8)) {
            throw new IOException(ArchiveFault.NOT_TAR.text());
        }
        return !empty;
    }

    private TarEntry readEntry(int flag, Map<String, String> once) throws IOException {
        var extended = new HashMap<>(always);
        extended.putAll(once);
        var prefix = isPosix() ? textField(head, 345, 155) : "";
        var name = extended.getOrDefault("path", OptionalText.suffixed(prefix, "/") + textField(head, 0, 100));
        var type = TarEntry.TarEntryType.of(flag);
        // Old archives tell folders by their names alone.
        if (type == TarEntry.TarEntryType.FILE && name.endsWith("/")) {
            type = TarEntry.TarEntryType.FOLDER;
        }
        if (type != TarEntry.TarEntryType.FILE && type != TarEntry.TarEntryType.OTHER) {
            skip(remaining + padding);
        }
        return new TarEntry(name, type, remaining, (int) numberField(100, 8) & 0777,
                Instant.ofEpochSecond(Math.clamp(numberField(136, 12), 0, Integer.MAX_VALUE)),
                extended.getOrDefault("linkpath", textField(head, 157, 100)));
    }

    private boolean isPosix() {
        return textField(head, 257, 5).equals("ustar") && head[262] == 0;
    }

    private long contentSize(Map<String, String> once) throws IOException {
        var said = once.getOrDefault("size", always.get("size"));
        try {
            if (said == null) {
                return numberField(124, 12);
            }
            return Math.max(0, Long.parseLong(said));
        } catch (NumberFormatException e) {
            throw new IOException(ArchiveFault.NOT_TAR.text(), e);
        }
    }

    /** Reads a number in octal, or in base 256 behind a marker byte. */
    private long numberField(int from, int length) throws IOException {
        if ((head[from] & 0x80) != 0) {
            long value = head[from] & 0x3f;
            for (int at = from + 1; at < from + length; at++) {
                if (value > Long.MAX_VALUE >> 8) {
                    throw new IOException(ArchiveFault.NUMBER_TOO_LONG.text());
                }
                value = (value << 8) | (head[at] & 0xff);
            }
            return value;
        }
        var digits = textField(head, from, length).strip();
        try {
            return digits.isEmpty() ? 0 : Math.max(0, Long.parseLong(digits, 8));
        } catch (NumberFormatException e) {
            throw new IOException(ArchiveFault.NOT_TAR.text(), e);
        }
    }

    private static String textField(byte[] bytes, int from, int length) {
        int maximum = Math.min(bytes.length, from + length);
        int end = from;
        while (end < maximum && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private byte[] readExtension() throws IOException {
        announced += remaining;
        if (announced > LONGEST_EXTENSION) {
            throw new IOException(ArchiveFault.NAME_TOO_LONG.text());
        }
        var bytes = new byte[(int) remaining];
        for (int at = 0; at < bytes.length;) {
            at += read(bytes, at, bytes.length - at);
        }
        return bytes;
    }

    /** Reads lines of {@code LENGTH KEY=VALUE}, of which the length counts itself. */
    private void parsePaxRecords(Map<String, String> into) throws IOException {
        var bytes = readExtension();
        int from = 0;
        while (from < bytes.length) {
            int space = from;
            while (space < bytes.length && bytes[space] != ' ') {
                space++;
            }
            var digits = new String(bytes, from, space - from, StandardCharsets.US_ASCII);
            int length = digits.matches("\\d{1,7}") ? Integer.parseInt(digits) : 0;
            if (length <= space - from + 1 || from + length > bytes.length) {
                throw new IOException(ArchiveFault.NOT_TAR.text());
            }
            putPaxRecord(bytes, space + 1, from + length - 1, into);
            from += length;
        }
    }

    private static void putPaxRecord(byte[] bytes, int from, int to, Map<String, String> into) {
        int equals = from;
        while (equals < to && bytes[equals] != '=') {
            equals++;
        }
        var key = new String(bytes, from, equals - from, StandardCharsets.UTF_8);
        if (equals < to && READ.contains(key)) {
            into.put(key, new String(bytes, equals + 1, to - equals - 1, StandardCharsets.UTF_8));
        }
    }

    /**
     * Reads content of the current entry.
     *
     * @return how many bytes; -1 at its end
     */
    public int read(byte[] target, int from, int length) throws IOException {
        if (remaining == 0) {
            return -1;
        }
        int count = in.read(target, from, (int) Math.min(length, remaining));
        if (count < 0) {
            throw new IOException(ArchiveFault.TRUNCATED.text());
        }
        remaining -= count;
        return count;
    }

    private void skip(long bytes) throws IOException {
        var scrap = new byte[8 << 10];
        for (long rest = bytes; rest > 0;) {
            int count = in.read(scrap, 0, (int) Math.min(scrap.length, rest));
            if (count < 0) {
                throw new IOException(ArchiveFault.TRUNCATED.text());
            }
            rest -= count;
        }
        remaining = 0;
        padding = 0;
    }
}
