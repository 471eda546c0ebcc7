package tessera.plan.intent;

import tessera.kube.names.NameFormatRules;
import tessera.text.MessageCatalog;

/**
 * An intent to create or remove the read-only account of a wall display.
 *
 * @param namespace  where it is
 * @param name       of the ServiceAccount
 * @param prometheus whether it may ask the Prometheus of the cluster, too
 * @param remove     whether it shall be gone instead, with all that was made for it
 */
public record WallDisplayAccountIntent(String namespace, String name, boolean prometheus,
        boolean remove) implements ChangeIntent {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallDisplayAccountIntent.class);
    /** Objects named after it have to be names, too. */
    private static final int LONGEST = 52;

    /** Returns whether a cluster accepts the names of the account. */
    public boolean hasValidNames() {
        return name.length() <= LONGEST && NameFormatRules.isLabel(name) && namespace.length() <= LONGEST
                && NameFormatRules.isLabel(namespace);
    }

    /** Returns the intent to remove the same account. */
    public WallDisplayAccountIntent withRemoval() {
        return new WallDisplayAccountIntent(namespace, name, prometheus, true);
    }

    /** Returns the name of the Secret with its token. */
    public String secretName() {
        return name + "-token";
    }

    @Override
    public String verb() {
        return "wall-account";
    }

    @Override
    public String summaryText() {
        return MESSAGES.text(remove ? "wall.remove" : "wall.create", name, namespace);
    }

    @Override
    public String commandLine() {
        return "tessera plan wall-account --namespace %s --name %s%s".formatted(namespace, name, accountOptions());
    }

    private String accountOptions() {
        if (remove) {
            return " --remove";
        }
        if (prometheus) {
            return " --with-prometheus";
        }
        return "";
    }
}
