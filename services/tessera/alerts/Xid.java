package tessera.alerts;

/**
 * An error that a GPU's driver reports by number.
 *
 * @param title          a few words
 * @param meaning        what happened
 * @param remedy         what an operator does about it
 * @param marksUnhealthy whether the device plugin withholds the device from the scheduler because of it
 */
public record Xid(int code, String title, Grade grade, String meaning, String remedy, boolean marksUnhealthy) {

    /** The grade of an XID, in the catalogue's four steps. */
    public enum Grade {
        /** Nothing to do. */
        INFO(Severity.INFO),
        /** A program failed, or maintenance can wait. */
        WARNING(Severity.WARNING),
        /** The node should be cordoned after the running work. */
        ERROR(Severity.WARNING),
        /** The node must be cordoned now: the GPU is unusable or data are at risk. */
        CRITICAL(Severity.CRITICAL);

        private final Severity severity;

        Grade(Severity severity) {
            this.severity = severity;
        }

        public Severity severity() {
            return severity;
        }
    }

    /** Returns code and title, for example {@code XID 79, GPU has fallen off the bus}. */
    public String displayName() {
        return "XID %d, %s".formatted(code, title);
    }
}
