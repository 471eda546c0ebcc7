package tessera.alerts;

/**
 * An error that a GPU's driver reports by number.
 *
 * @param title          a few words
 * @param meaning        what happened
 * @param remedy         what an operator does about it
 * @param marksUnhealthy whether the device plugin withholds the device from the scheduler because of it
 */
public record Xid(int code, String title, XidSeverity grade, String meaning, String remedy, boolean marksUnhealthy) {

    /** The severity of an XID, in the catalogue's four steps. */
    public enum XidSeverity {
        /** Nothing to do. */
        INFO(AlertOrFindingSeverity.INFO),
        /** A program failed, or maintenance can wait. */
        WARNING(AlertOrFindingSeverity.WARNING),
        /** The node should be cordoned after the running work. */
        ERROR(AlertOrFindingSeverity.WARNING),
        /** The node must be cordoned now: the GPU is unusable or data are at risk. */
        CRITICAL(AlertOrFindingSeverity.CRITICAL);

        private final AlertOrFindingSeverity alertOrFindingSeverity;

        XidSeverity(AlertOrFindingSeverity alertOrFindingSeverity) {
            this.alertOrFindingSeverity = alertOrFindingSeverity;
        }

        public AlertOrFindingSeverity severity() {
            return alertOrFindingSeverity;
        }
    }

    /** Returns code and title, for example {@code XID 79, GPU has fallen off the bus}. */
    public String displayName() {
        return "XID %d, %s".formatted(code, title);
    }
}
