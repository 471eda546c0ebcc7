package tessera.filecopy;

import java.time.Instant;

/**
 * An entry of a tar archive.
 *
 * @param name     its path in the archive, parts set apart by slashes
 * @param size     of its content, in bytes
 * @param mode     the nine bits of who may do what
 * @param modified when it was changed last
 * @param target   where a link leads; empty for what is none
 */
public record TarEntry(String name, TarEntryType type, long size, int mode, Instant modified, String target) {

    /** The type of a tar entry. */
    public enum TarEntryType {
        FILE('0'),
        HARD_LINK('1'),
        LINK('2'),
        FOLDER('5'),
        /** A device, a pipe, a file with holes: nothing that is copied. */
        OTHER('?');

        private final char flag;

        TarEntryType(char flag) {
            this.flag = flag;
        }

        char flag() {
            return flag;
        }

        static TarEntryType of(int flag) {
            return switch (flag) {
                case '0', 0, '7' -> FILE;
                case '1' -> HARD_LINK;
                case '2' -> LINK;
                case '5' -> FOLDER;
                default -> OTHER;
            };
        }
    }

    public static TarEntry file(String name, long size, int mode, Instant modified) {
        return new TarEntry(name, TarEntryType.FILE, size, mode, modified, "");
    }

    public static TarEntry folder(String name, int mode, Instant modified) {
        return new TarEntry(name, TarEntryType.FOLDER, 0, mode, modified, "");
    }

    static TarEntry link(String name, String target, Instant modified) {
        return new TarEntry(name, TarEntryType.LINK, 0, 0777, modified, target);
    }
}
