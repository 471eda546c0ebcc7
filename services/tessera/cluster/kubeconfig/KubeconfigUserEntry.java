package tessera.cluster.kubeconfig;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user entry of a kubeconfig.
 *
 * @param name        its name in the kubeconfig, empty for nobody
 * @param token       bearer token
 * @param tokenFile   a file with a bearer token that someone keeps fresh; wins over {@code token}
 * @param password    user name and password
 * @param certificate client certificate chain
 * @param key         the certificate's private key
 * @param exec        a program that hands out credentials
 * @param provider    a built-in provider of credentials
 * @param impersonation          whom the user wants to be taken for
 */
public record KubeconfigUserEntry(String name, @Nullable SecretText token, @Nullable Path tokenFile,
        @Nullable BasicAuthCredential password, @Nullable CertificateOrKeySource certificate,
        @Nullable CertificateOrKeySource key, @Nullable ExecPluginSpec exec, @Nullable AuthProviderSpec provider,
        Impersonation impersonation) {

    /** Who asks without saying who they are. */
    public static final KubeconfigUserEntry NOBODY = new KubeconfigUserEntry("", null, null, null, null, null, null,
            null, Impersonation.NONE);

    /** Returns whether requests carry a secret by which others could act as this user. */
    public boolean sendsSecret() {
        return token != null || tokenFile != null || password != null || exec != null || provider != null;
    }

    /** The plugin that is run for this user; empty where something that is written down wins over it. */
    public Optional<ExecPluginSpec> plugin() {
        if (token == null && tokenFile == null && password == null) {
            return Optional.ofNullable(exec);
        }
        return Optional.empty();
    }

    /** A user name and password for basic authentication. */
    public record BasicAuthCredential(String user, SecretText secret) {}

    /**
     * A credential plugin: a program that prints an {@code ExecCredential}.
     *
     * @param command      a name to look for, or a path
     * @param kubeconfig   the file that names it; a relative path is relative to its folder
     * @param user         the entry that names it
     * @param arguments    may contain secrets
     * @param variables    environment variables it gets besides the inherited ones
     * @param installHint  what the kubeconfig's author says about installing it, may be empty
     * @param clusterInfo  whether it is told which cluster it is for
     * @param needsTerminal whether it refuses to run without a terminal
     */
    public record ExecPluginSpec(String apiVersion, String command, Path kubeconfig, String user,
            List<SecretText> arguments, Map<String, SecretText> variables, String installHint, boolean clusterInfo,
            boolean needsTerminal) {
        public ExecPluginSpec {
            arguments = List.copyOf(arguments);
            variables = Map.copyOf(variables);
        }

        /** What a relative path is relative to. */
        public Path folder() {
            var folder = kubeconfig.getParent();
            return folder == null ? kubeconfig : folder;
        }
    }

    /** An {@code auth-provider} of a user: its name and settings. */
    public record AuthProviderSpec(String name, Map<String, SecretText> settings) {
        public AuthProviderSpec {
            settings = Map.copyOf(settings);
        }

        /** Returns a setting; empty when it is missing. */
        public String setting(String key) {
            var value = settings.get(key);
            return value == null ? "" : value.reveal();
        }
    }

    /**
     * The user, groups and extra fields to impersonate.
     *
     * @param user   empty when nobody else
     * @param uid    may be empty
     * @param groups may be empty
     * @param extra  further attributes, each with its values
     */
    public record Impersonation(String user, String uid, List<String> groups, Map<String, List<String>> extra) {

        public static final Impersonation NONE = new Impersonation("", "", List.of(), Map.of());

        public Impersonation {
            groups = List.copyOf(groups);
            extra = Map.copyOf(extra);
        }
    }
}
