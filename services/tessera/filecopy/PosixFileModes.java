package tessera.filecopy;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** File permissions as the nine mode bits of archives. */
final class PosixFileModes {

    /** By bit, the lowest first. */
    private static final List<PosixFilePermission> BITS = List.of(PosixFilePermission.OTHERS_EXECUTE,
            PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ, PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_READ);
    /** What everybody may write in a container is no reason to let everybody write it here. */
    private static final Set<PosixFilePermission> NEVER = EnumSet.of(PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.GROUP_WRITE);

    private PosixFileModes() {}

    static int fromPermissions(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (int bit = 0; bit < BITS.size(); bit++) {
            mode |= permissions.contains(BITS.get(bit)) ? 1 << bit : 0;
        }
        return mode;
    }

    /** Returns the permissions of a local file: readable and writable by its owner, and nothing beyond the mode in the container. */
    static Set<PosixFilePermission> localPermissions(int mode) {
        var permissions = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        for (int bit = 0; bit < BITS.size(); bit++) {
            if ((mode & (1 << bit)) != 0 && !NEVER.contains(BITS.get(bit))) {
                permissions.add(BITS.get(bit));
            }
        }
        return permissions;
    }
}
