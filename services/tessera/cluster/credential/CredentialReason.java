package tessera.cluster.credential;

import tessera.text.Reason;

/** A reason why no login could be had for a cluster. */
public sealed interface CredentialReason extends Reason {

    /** An auth-provider that Kubernetes has dropped. */
    record AuthProviderRemoved(String provider) implements CredentialReason {}

    /** A token file holds no token. */
    record TokenFileEmpty(String file) implements CredentialReason {}

    /** A token file is larger than any token. */
    record TokenFileTooLarge(String file) implements CredentialReason {}

    /** The user did not allow the plugin; the option with the plugin, or the variable, allows it. */
    record PluginNotAllowed(String command, String kubeconfig, String option, String plugin,
            String variable) implements CredentialReason {}

    /** The preferences of kubectl allow no plugin. */
    record PluginsDenied(String command, String file) implements CredentialReason {}

    /** The preferences of kubectl do not list the plugin. */
    record PluginNotListed(String command, String file) implements CredentialReason {}

    /** The plugin needs a terminal. */
    record PluginNeedsTerminal(String command) implements CredentialReason {}

    /** The plugin could not be started. */
    record PluginStartFailed(String command) implements CredentialReason {}

    /** The plugin did not end in time. */
    record PluginTimedOut(String command, long seconds) implements CredentialReason {}

    /** The plugin ended with an error. */
    record PluginFailed(String command, int exitCode) implements CredentialReason {}

    /** There is no such program. */
    record PluginNotFound(String command) implements CredentialReason {}

    /** The one folder that was searched for a plugin. */
    record PluginFolder(String folder) implements CredentialReason {}

    /** The search path for a plugin; that of the login shell is empty where it reports none. */
    record PluginSearchPath(String path, String loginPath) implements CredentialReason {}

    /** The configuration for a plugin grows without limit. */
    record PluginConfigTooLarge(String command) implements CredentialReason {}

    /** The plugin's output is no credential. */
    record PluginOutputInvalid(String command, CredentialReason fault) implements CredentialReason {}

    /** The plugin answers in another version. */
    record ExecCredentialVersionMismatch(String version, String requested) implements CredentialReason {}

    /** A fault of a plugin's output. */
    enum ExecCredentialFault implements CredentialReason {
        NOT_JSON,
        WRONG_KIND,
        NO_CREDENTIAL,
        INVALID_TOKEN
    }

    /** The identity token has expired and cannot be refreshed. */
    record IdentityTokenExpired() implements CredentialReason {}

    /** The identity provider refused the refresh. */
    record IdentityProviderRejected(String host, int status) implements CredentialReason {}

    /** The identity provider cannot be used. */
    record IdentityProviderUnusable(String issuer, IdentityProviderFault fault) implements CredentialReason {}

    /** A fault of an identity provider. */
    enum IdentityProviderFault implements CredentialReason {
        NOT_HTTPS,
        NOT_JSON,
        NO_ID_TOKEN
    }
}
