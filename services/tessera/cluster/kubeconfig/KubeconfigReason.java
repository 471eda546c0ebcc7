package tessera.cluster.kubeconfig;

import java.util.List;
import tessera.text.Reason;

/** A reason why a kubeconfig, or something that it refers to, cannot be used. */
public sealed interface KubeconfigReason extends Reason {

    /** None of the files of the variable exists. */
    record KubeconfigsMissing(List<String> files) implements KubeconfigReason {}

    /** A context refers to a cluster that is nowhere. */
    record ContextClusterMissing(String context, String cluster) implements KubeconfigReason {}

    /** A context refers to a user that is nowhere. */
    record ContextUserMissing(String context, String user) implements KubeconfigReason {}

    /** A context refers to no cluster. */
    record ContextWithoutCluster(String context) implements KubeconfigReason {}

    /** A file is missing. */
    record ReferencedFileMissing(String file) implements KubeconfigReason {}

    /** A file is not for this user. */
    record ReferencedFileForbidden(String file) implements KubeconfigReason {}

    /** A file cannot be read. */
    record ReferencedFileUnreadable(String file) implements KubeconfigReason {}

    /** A file is no certificate or key by its size. */
    record CertificateFileTooLarge(String file) implements KubeconfigReason {}

    /** The kubeconfig is malformed. */
    record KubeconfigMalformed(String file) implements KubeconfigReason {}

    /** The preferences of kubectl are malformed. */
    record KubectlPreferencesMalformed(String file) implements KubeconfigReason {}

    /** The variable for the preferences of kubectl is no path. */
    record KubercInvalid() implements KubeconfigReason {}

    /** A value of a YAML file breaks a rule. */
    record YamlValueInvalid(int line, String key, YamlValueRule rule) implements KubeconfigReason {}

    /** A rule for a value of a YAML file. */
    enum YamlValueRule implements KubeconfigReason {
        MISSING,
        MAPPING,
        LIST,
        STRING,
        BASE64,
        PATH,
        UNIQUE,
        KIND,
        PLUGIN_VERSION,
        NO_AUTHORITY_BESIDE,
        KEY_BESIDE_CERTIFICATE,
        NO_PROVIDER_BESIDE,
        NO_TOKEN_BESIDE,
        PLUGIN_POLICY,
        ALLOWLIST_ONLY
    }

    /** A line of YAML is longer than what is read. */
    record YamlLineTooLong(long line, int length) implements KubeconfigReason {}

    /** YAML begins with something else than a mapping. */
    record YamlNotMapping(int line) implements KubeconfigReason {}

    /** YAML breaks the syntax; the message is the parser's. */
    record YamlSyntaxInvalid(String line, String message) implements KubeconfigReason {}

    /** YAML is nested too deeply. */
    record YamlTooDeep() implements KubeconfigReason {}

    /** A file is larger than what is read. */
    record YamlFileTooLarge(int mebibytes) implements KubeconfigReason {}

    /** A path leads to a folder. */
    record YamlFileIsFolder() implements KubeconfigReason {}

    /** A file is no text. */
    record YamlFileNotUtf8() implements KubeconfigReason {}
}
