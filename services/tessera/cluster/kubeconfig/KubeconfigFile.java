package tessera.cluster.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import tessera.cluster.kubeconfig.KubeconfigReason.YamlValueRule;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.BasicAuthCredential;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.ExecPluginSpec;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.Impersonation;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.TextExcerpt;
import tessera.yaml.KubernetesYamlReader;

/**
 * One kubeconfig file. An entry that is wrong is kept with what is wrong about it, so that the others can be used.
 *
 * @param currentContext  the context it prefers, empty when it does not say
 * @param contexts by name
 * @param clusters by name
 * @param users    by name
 */
record KubeconfigFile(Path file, String currentContext, Map<String, EntryOrProblem<UnresolvedContextEntry>> contexts,
        Map<String, EntryOrProblem<KubeconfigCluster>> clusters,
        Map<String, EntryOrProblem<KubeconfigUserEntry>> users) {

    /** A context entry: the names of its cluster, user and namespace. */
    record UnresolvedContextEntry(Path file, String cluster, String user, String namespace, List<String> extensions) {}

    /** An entry, or the problem that makes it unusable. */
    record EntryOrProblem<T>(@Nullable T value, @Nullable Problem problem) {}

    /** A reader of one kind of entry. */
    @FunctionalInterface
    private interface KubeconfigEntryReader<T> {
        T read(PositionedYamlMap map, String name) throws ProblemException;
    }

    private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

    static KubeconfigFile read(Path file) throws ProblemException {
        var found = UntrustedYamlFile.readMapping(file);
        if (found.isEmpty()) {
            return new KubeconfigFile(file, "", Map.of(), Map.of(), Map.of());
        }
        var root = found.get();
        var kind = root.text("kind");
        if (!kind.isEmpty() && !kind.equals("Config")) {
            throw root.invalidValue("kind", YamlValueRule.KIND);
        }
        return new KubeconfigFile(file, root.text("current-context"),
                readEntries(root, "contexts", "context", (map, _) -> readReference(map)),
                readEntries(root, "clusters", "cluster", KubeconfigFile::readCluster),
                readEntries(root, "users", "user", KubeconfigUserReader::readUser));
    }

    private static <T> Map<String, EntryOrProblem<T>> readEntries(PositionedYamlMap root, String list, String key,
            KubeconfigEntryReader<T> reader) throws ProblemException {
        var entries = new LinkedHashMap<String, EntryOrProblem<T>>();
        for (var item : root.readMappings(list)) {
            var name = item.text("name");
            if (entries.containsKey(name)) {
                throw item.invalidValue("name", YamlValueRule.UNIQUE);
            }
            entries.put(name, readEntry(item, key, name, reader));
        }
        return entries;
    }

    private static <T> EntryOrProblem<T> readEntry(PositionedYamlMap item, String key, String name,
            KubeconfigEntryReader<T> reader) {
        try {
            var map = item.readMapping(key);
            if (map.isEmpty()) {
                throw item.invalidValue(key, YamlValueRule.MISSING);
            }
            return new EntryOrProblem<>(reader.read(map.get(), name), null);
        } catch (ProblemException problemException) {
            return new EntryOrProblem<>(null, problemException.problem());
        }
    }

    private static UnresolvedContextEntry readReference(PositionedYamlMap map) throws ProblemException {
        var extensions = new ArrayList<String>();
        for (var extension : map.readMappings("extensions")) {
            extensions.add(extension.text("name"));
        }
        return new UnresolvedContextEntry(map.file(), map.text("cluster"), map.text("user"), map.text("namespace"),
                extensions);
    }

    private static KubeconfigCluster readCluster(PositionedYamlMap map, String name) throws ProblemException {
        var authority = readCertificate(map, "certificate-authority");
        boolean trustAnything = map.readFlag("insecure-skip-tls-verify");
        if (trustAnything && authority != null) {
            throw map.invalidValue("insecure-skip-tls-verify", YamlValueRule.NO_AUTHORITY_BESIDE);
        }
        if (map.text("server").isBlank()) {
            throw map.invalidValue("server", YamlValueRule.MISSING);
        }
        return new KubeconfigCluster(name, map.text("server").strip(), map.text("tls-server-name"), trustAnything,
                authority, new SecretText(map.text("proxy-url").strip()), !map.readFlag("disable-compression"),
                readPluginConfig(map));
    }

    private static Optional<String> readPluginConfig(PositionedYamlMap map) throws ProblemException {
        for (var extension : map.readMappings("extensions")) {
            var node = extension.findNode("extension");
            if (extension.text("name").equals(EXEC_EXTENSION) && node != null) {
                return YamlToJsonConverter.toJson(node);
            }
        }
        return Optional.of("");
    }

    /** Returns the certificate or key under a key; inline data wins over a file, as for kubectl. */
    static @Nullable CertificateOrKeySource readCertificate(PositionedYamlMap map, String key) throws ProblemException {
        var data = map.text(key + "-data");
        if (!data.isBlank()) {
            try {
                Base64.getDecoder().decode(data.replaceAll("\\s", ""));
            } catch (IllegalArgumentException _) {
                throw map.invalidValue(key + "-data", YamlValueRule.BASE64);
            }
            return new CertificateOrKeySource.InlineCertificate(new SecretText(data));
        }
        var file = readPath(map, key);
        return file == null ? null : new CertificateOrKeySource.CertificateFile(file);
    }

    /** Returns a path, resolved against the folder of its kubeconfig. */
    static @Nullable Path readPath(PositionedYamlMap map, String key) throws ProblemException {
        var text = map.text(key);
        if (text.isBlank()) {
            return null;
        }
        try {
            return map.file().resolveSibling(text).normalize();
        } catch (InvalidPathException _) {
            throw map.invalidValue(key, YamlValueRule.PATH);
        }
    }

    /** Adds the entries of further files whose names are not taken yet. */
    static <T> void addMissing(Map<String, EntryOrProblem<T>> all, List<KubeconfigFile> files,
            Function<KubeconfigFile, Map<String, EntryOrProblem<T>>> part) {
        files.forEach(file -> part.apply(file).forEach(all::putIfAbsent));
    }

    /**
     * A converter of YAML nodes to JSON text. What is too deep is cut off. A few lines of aliases can stand
     * for billions of values: where it would become that large, there is none.
     */
    private static final class YamlToJsonConverter {

        private static final int DEEPEST = 20;
        private static final int MOST_VALUES = 10_000;
        private static final int MOST_LETTERS = 1 << 20;
        private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

        private int values;
        private long characters;

        private YamlToJsonConverter() {}

        /** Returns the node as JSON; empty if that would be too large. */
        static Optional<String> toJson(Node node) {
            var json = new YamlToJsonConverter();
            var tree = json.toTree(node, DEEPEST);
            if (json.isFull()) {
                return Optional.empty();
            }
            return Optional.of(tree.toString());
        }

        private boolean isFull() {
            return values > MOST_VALUES || characters > MOST_LETTERS;
        }

        private JsonNode toTree(Node node, int depth) {
            values++;
            if (depth == 0 || isFull()) {
                return JSON.nullNode();
            }
            return switch (node) {
                case MappingNode mapping -> {
                    var object = JSON.objectNode();
                    mapping.getValue().forEach(entry -> {
                        if (!isFull() && entry.getKeyNode() instanceof ScalarNode key) {
                            characters += key.getValue().length();
                            object.set(key.getValue(), toTree(entry.getValueNode(), depth - 1));
                        }
                    });
                    yield object;
                }
                case SequenceNode sequence -> {
                    var array = JSON.arrayNode();
                    for (var item : sequence.getValue()) {
                        if (isFull()) {
                            break;
                        }
                        array.add(toTree(item, depth - 1));
                    }
                    yield array;
                }
                case ScalarNode scalar -> {
                    characters += scalar.getValue().length();
                    yield isFull() ? JSON.nullNode() : scalarValue(scalar);
                }
                default -> JSON.nullNode();
            };
        }

        private static JsonNode scalarValue(ScalarNode scalar) {
            try {
                return KubernetesYamlReader.scalarValue(scalar);
            } catch (IOException _) {
                return JSON.textNode(scalar.getValue());
            }
        }
    }

    /** Reader of the user entries of a kubeconfig. */
    private static final class KubeconfigUserReader {

        private static final String API = "client.authentication.k8s.io/";
        private static final Set<String> VERSIONS = Set.of(API + "v1", API + "v1beta1");

        private KubeconfigUserReader() {}

        static KubeconfigUserEntry readUser(PositionedYamlMap map, String name) throws ProblemException {
            var certificate = KubeconfigFile.readCertificate(map, "client-certificate");
            var key = KubeconfigFile.readCertificate(map, "client-key");
            if (certificate != null && key == null) {
                throw map.invalidValue("client-key", YamlValueRule.KEY_BESIDE_CERTIFICATE);
            }
            var user = new KubeconfigUserEntry(name, readSecret(map, "token"),
                    KubeconfigFile.readPath(map, "tokenFile"), readPassword(map), certificate, key, exec(map, name),
                    readAuthProvider(map), readImpersonation(map));
            if (user.exec() != null && user.provider() != null) {
                throw map.invalidValue("exec", YamlValueRule.NO_PROVIDER_BESIDE);
            }
            if (user.password() != null && (user.token() != null || user.tokenFile() != null)) {
                throw map.invalidValue("username", YamlValueRule.NO_TOKEN_BESIDE);
            }
            return user;
        }

        private static @Nullable SecretText readSecret(PositionedYamlMap map, String key) throws ProblemException {
            var text = map.text(key);
            return text.isEmpty() ? null : new SecretText(text);
        }

        private static @Nullable BasicAuthCredential readPassword(PositionedYamlMap map) throws ProblemException {
            var user = map.text("username");
            return user.isEmpty() ? null : new BasicAuthCredential(user, new SecretText(map.text("password")));
        }

        private static @Nullable ExecPluginSpec exec(PositionedYamlMap user, String name) throws ProblemException {
            var found = user.readMapping("exec");
            if (found.isEmpty()) {
                return null;
            }
            var map = found.get();
            var version = map.text("apiVersion");
            if (!VERSIONS.contains(version)) {
                throw map.invalidValue("apiVersion", YamlValueRule.PLUGIN_VERSION);
            }
            if (map.text("command").isBlank()) {
                throw map.invalidValue("command", YamlValueRule.MISSING);
            }
            return new ExecPluginSpec(version, map.text("command"), map.file().toAbsolutePath().normalize(), name,
                    map.readTexts("args").stream().map(SecretText::new).toList(), readVariables(map),
                    plainHint(map.text("installHint")), map.readFlag("provideClusterInfo"),
                    map.text("interactiveMode").equals("Always"));
        }

        private static Map<String, SecretText> readVariables(PositionedYamlMap map) throws ProblemException {
            var variables = new LinkedHashMap<String, SecretText>();
            for (var item : map.readMappings("env")) {
                variables.put(item.text("name"), new SecretText(item.text("value")));
            }
            return variables;
        }

        /** Returns an install hint without control characters and shortened, as others write the file it comes from. */
        private static String plainHint(String hint) {
            var text = ForeignTextSanitizer.sanitize(hint.replaceAll("\\e\\[[0-9;]*[A-Za-z]", "")).strip();
            return TextExcerpt.shorten(text, 1_000);
        }

        private static KubeconfigUserEntry.@Nullable AuthProviderSpec readAuthProvider(PositionedYamlMap user)
                throws ProblemException {
            var found = user.readMapping("auth-provider");
            if (found.isEmpty()) {
                return null;
            }
            var settings = new LinkedHashMap<String, SecretText>();
            found.get().readEntries("config").forEach((key, value) -> settings.put(key, new SecretText(value)));
            return new KubeconfigUserEntry.AuthProviderSpec(found.get().text("name"), settings);
        }

        private static Impersonation readImpersonation(PositionedYamlMap map) throws ProblemException {
            var extra = new LinkedHashMap<String, List<String>>();
            var found = map.readMapping("as-user-extra");
            if (found.isPresent()) {
                for (var key : found.get().keys()) {
                    extra.put(key, List.copyOf(found.get().readTexts(key)));
                }
            }
            return new Impersonation(map.text("as"), map.text("as-uid"), map.readTexts("as-groups"), extra);
        }
    }
}
