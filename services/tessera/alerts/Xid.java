package tessera.alerts;

import tessera.text.MessageCatalog;

/**
 * An error that a GPU's driver reports by number.
 *
 * @param textKey        the key of its title and meaning
 * @param unit           the part of the GPU that its title names, e.g. {@code CE3}; empty if none
 * @param actionKey      the key of what an operator does about it
 * @param marksUnhealthy whether the device plugin withholds the device from the scheduler because of it
 */
public record Xid(int code, String textKey, String unit, XidSeverity grade, String actionKey, boolean marksUnhealthy) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(Xid.class);

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

    /** Returns its title, for example {@code GPU has fallen off the bus}. */
    public String title() {
        return MESSAGES.text(textKey + ".title", unit);
    }

    /** Returns what happened. */
    public String meaning() {
        return MESSAGES.text(textKey + ".why");
    }

    /** Returns what an operator does about it. */
    public String remedy() {
        return MESSAGES.text(actionKey + ".remedy");
    }

    /** Returns code and title, for example {@code XID 79, GPU has fallen off the bus}. */
    public String displayName() {
        return "XID %d, %s".formatted(code, title());
    }
}
