package tessera.cluster.kubeconfig;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.Problem;

/**
 * One kubeconfig file. An entry that is wrong is kept with what is wrong about it, so that the others can be used.
 *
 * @param currentContext  the context it prefers, empty when it does not say
 * @param contexts by name
 * @param clusters by name
 * @param users    by name
 */
record KubeconfigFile(Path file, String currentContext, Map<String, KubeconfigEntry<ContextReference>> contexts,
        Map<String, KubeconfigEntry<KubeconfigCluster>> clusters, Map<String, KubeconfigEntry<KubeUser>> users) {

    /** A context entry: the names of its cluster, user and namespace. */
    record ContextReference(Path file, String cluster, String user, String namespace, List<String> extensions) {}

    /** An entry, or the problem that makes it unusable. */
    record KubeconfigEntry<T>(@Nullable T value, @Nullable Problem problem) {}

    /** A reader of one kind of entry. */
    @FunctionalInterface
    private interface KubeconfigEntryReader<T> {
        T read(YamlMap map, String name) throws Failure;
    }

    private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

    static KubeconfigFile read(Path file) throws Failure {
        var found = YamlFile.readMapping(file);
        if (found.isEmpty()) {
            return new KubeconfigFile(file, "", Map.of(), Map.of(), Map.of());
        }
        var root = found.get();
        var kind = root.text("kind");
        if (!kind.isEmpty() && !kind.equals("Config")) {
            throw root.invalidValue("kind", "must be Config: this is no kubeconfig");
        }
        return new KubeconfigFile(file, root.text("current-context"),
                readEntries(root, "contexts", "context", (map, _) -> readReference(map)),
                readEntries(root, "clusters", "cluster", KubeconfigFile::readCluster),
                readEntries(root, "users", "user", KubeconfigUser::readUser));
    }

    private static <T> Map<String, KubeconfigEntry<T>> readEntries(YamlMap root, String list, String key,
            KubeconfigEntryReader<T> reader)
            throws Failure {
        var entries = new LinkedHashMap<String, KubeconfigEntry<T>>();
        for (var item : root.readMappings(list)) {
            var name = item.text("name");
            if (entries.containsKey(name)) {
                throw item.invalidValue("name", "is used twice in " + list);
            }
            entries.put(name, readEntry(item, key, name, reader));
        }
        return entries;
    }

    private static <T> KubeconfigEntry<T> readEntry(YamlMap item, String key, String name,
            KubeconfigEntryReader<T> reader) {
        try {
            var map = item.readMapping(key);
            if (map.isEmpty()) {
                throw item.invalidValue(key, "is missing");
            }
            return new KubeconfigEntry<>(reader.read(map.get(), name), null);
        } catch (Failure failure) {
            return new KubeconfigEntry<>(null, failure.problem());
        }
    }

    private static ContextReference readReference(YamlMap map) throws Failure {
        var extensions = new ArrayList<String>();
        for (var extension : map.readMappings("extensions")) {
            extensions.add(extension.text("name"));
        }
        return new ContextReference(map.file(), map.text("cluster"), map.text("user"), map.text("namespace"),
                extensions);
    }

    private static KubeconfigCluster readCluster(YamlMap map, String name) throws Failure {
        var authority = readCertificate(map, "certificate-authority");
        boolean trustAnything = map.readFlag("insecure-skip-tls-verify");
        if (trustAnything && authority != null) {
            throw map.invalidValue("insecure-skip-tls-verify", "contradicts the certificate authority beside it");
        }
        if (map.text("server").isBlank()) {
            throw map.invalidValue("server", "is missing");
        }
        return new KubeconfigCluster(name, map.text("server").strip(), map.text("tls-server-name"), trustAnything,
                authority,
                new SecretText(map.text("proxy-url").strip()), !map.readFlag("disable-compression"),
                readPluginConfig(map));
    }

    private static Optional<String> readPluginConfig(YamlMap map) throws Failure {
        for (var extension : map.readMappings("extensions")) {
            var node = extension.findNode("extension");
            if (extension.text("name").equals(EXEC_EXTENSION) && node != null) {
                return YamlJson.toJson(node);
            }
        }
        return Optional.of("");
    }

    /** Returns the certificate or key under a key; inline data wins over a file, as for kubectl. */
    static @Nullable CertificateSource readCertificate(YamlMap map, String key) throws Failure {
        var data = map.text(key + "-data");
        if (!data.isBlank()) {
            try {
                Base64.getDecoder().decode(data.replaceAll("\\s", ""));
            } catch (IllegalArgumentException _) {
                throw map.invalidValue(key + "-data", "is not base64");
            }
            return new CertificateSource.InlineCertificate(new SecretText(data));
        }
        var file = readPath(map, key);
        return file == null ? null : new CertificateSource.CertificateFile(file);
    }

    /** Returns a path, resolved against the folder of its kubeconfig. */
    static @Nullable Path readPath(YamlMap map, String key) throws Failure {
        var text = map.text(key);
        if (text.isBlank()) {
            return null;
        }
        try {
            return map.file().resolveSibling(text).normalize();
        } catch (InvalidPathException _) {
            throw map.invalidValue(key, "is no path");
        }
    }

    /** Adds the entries of further files whose names are not taken yet. */
    static <T> void addMissing(Map<String, KubeconfigEntry<T>> all, List<KubeconfigFile> files,
            Function<KubeconfigFile, Map<String, KubeconfigEntry<T>>> part) {
        files.forEach(file -> part.apply(file).forEach(all::putIfAbsent));
    }
}
