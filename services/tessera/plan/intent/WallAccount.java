package tessera.plan.intent;

import java.util.regex.Pattern;

/**
 * An account that may read what a wall shows and nothing else.
 *
 * @param namespace  where it is
 * @param name       of the ServiceAccount
 * @param prometheus whether it may ask the Prometheus of the cluster, too
 * @param remove     whether it shall be gone instead, with all that was made for it
 */
public record WallAccount(String namespace, String name, boolean prometheus, boolean remove) implements ChangeIntent {

    /** Objects named after it have to be names, too. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?");

    /** Whether a cluster could have such an account. */
    public boolean wellNamed() {
        return NAME.matcher(name).matches() && NAME.matcher(namespace).matches();
    }

    /** The same account, gone again. */
    public WallAccount removed() {
        return new WallAccount(namespace, name, prometheus, true);
    }

    /** Of the Secret that holds its token. */
    public String secret() {
        return name + "-token";
    }

    @Override
    public String verb() {
        return "wall-account";
    }

    @Override
    public String words() {
        return (remove ? "Remove the account %s in %s" : "Let the account %s in %s read what a wall shows")
                .formatted(name, namespace);
    }

    @Override
    public String command() {
        return "tessera plan wall-account --namespace %s --name %s%s".formatted(namespace, name,
                remove ? " --remove" : prometheus ? " --with-prometheus" : "");
    }
}
