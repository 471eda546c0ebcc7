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
 * @param current  the context it prefers, empty when it does not say
 * @param contexts by name
 * @param clusters by name
 * @param users    by name
 */
record KubeconfigFile(Path file, String current, Map<String, KubeconfigEntry<Reference>> contexts,
        Map<String, KubeconfigEntry<KubeCluster>> clusters, Map<String, KubeconfigEntry<KubeUser>> users) {

    /** What a context entry says. */
    record Reference(Path file, String cluster, String user, String namespace, List<String> extensions) {}

    /** An entry, or why there is none. */
    record KubeconfigEntry<T>(@Nullable T value, @Nullable Problem problem) {}

    /** Reads one part of the file. */
    @FunctionalInterface
    private interface PartReader<T> {
        T read(YamlMap map, String name) throws Failure;
    }

    private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

    static KubeconfigFile read(Path file) throws Failure {
        var found = YamlFile.read(file);
        if (found.isEmpty()) {
            return new KubeconfigFile(file, "", Map.of(), Map.of(), Map.of());
        }
        var root = found.get();
        var kind = root.text("kind");
        if (!kind.isEmpty() && !kind.equals("Config")) {
            throw root.wrong("kind", "must be Config: this is no kubeconfig");
        }
        return new KubeconfigFile(file, root.text("current-context"),
                entries(root, "contexts", "context", (map, _) -> reference(map)),
                entries(root, "clusters", "cluster", KubeconfigFile::cluster),
                entries(root, "users", "user", KubeconfigUser::read));
    }

    private static <T> Map<String, KubeconfigEntry<T>> entries(YamlMap root, String list, String key,
            PartReader<T> reader)
            throws Failure {
        var entries = new LinkedHashMap<String, KubeconfigEntry<T>>();
        for (var item : root.list(list)) {
            var name = item.text("name");
            if (entries.containsKey(name)) {
                throw item.wrong("name", "is used twice in " + list);
            }
            entries.put(name, entry(item, key, name, reader));
        }
        return entries;
    }

    private static <T> KubeconfigEntry<T> entry(YamlMap item, String key, String name, PartReader<T> reader) {
        try {
            var map = item.map(key);
            if (map.isEmpty()) {
                throw item.wrong(key, "is missing");
            }
            return new KubeconfigEntry<>(reader.read(map.get(), name), null);
        } catch (Failure failure) {
            return new KubeconfigEntry<>(null, failure.problem());
        }
    }

    private static Reference reference(YamlMap map) throws Failure {
        var extensions = new ArrayList<String>();
        for (var extension : map.list("extensions")) {
            extensions.add(extension.text("name"));
        }
        return new Reference(map.file(), map.text("cluster"), map.text("user"), map.text("namespace"), extensions);
    }

    private static KubeCluster cluster(YamlMap map, String name) throws Failure {
        var authority = material(map, "certificate-authority");
        boolean trustAnything = map.flag("insecure-skip-tls-verify");
        if (trustAnything && authority != null) {
            throw map.wrong("insecure-skip-tls-verify", "contradicts the certificate authority beside it");
        }
        if (map.text("server").isBlank()) {
            throw map.wrong("server", "is missing");
        }
        return new KubeCluster(name, map.text("server").strip(), map.text("tls-server-name"), trustAnything, authority,
                new SecretText(map.text("proxy-url").strip()), !map.flag("disable-compression"), pluginConfig(map));
    }

    private static Optional<String> pluginConfig(YamlMap map) throws Failure {
        for (var extension : map.list("extensions")) {
            var node = extension.find("extension");
            if (extension.text("name").equals(EXEC_EXTENSION) && node != null) {
                return YamlJson.of(node);
            }
        }
        return Optional.of("");
    }

    /** Data wins over a file, as for kubectl. */
    static @Nullable CertificateSource material(YamlMap map, String key) throws Failure {
        var data = map.text(key + "-data");
        if (!data.isBlank()) {
            try {
                Base64.getDecoder().decode(data.replaceAll("\\s", ""));
            } catch (IllegalArgumentException _) {
                throw map.wrong(key + "-data", "is not base64");
            }
            return new CertificateSource.Inline(new SecretText(data));
        }
        var file = path(map, key);
        return file == null ? null : new CertificateSource.InFile(file);
    }

    /** A path, relative to the file that names it. */
    static @Nullable Path path(YamlMap map, String key) throws Failure {
        var text = map.text(key);
        if (text.isBlank()) {
            return null;
        }
        try {
            return map.file().resolveSibling(text).normalize();
        } catch (InvalidPathException _) {
            throw map.wrong(key, "is no path");
        }
    }

    /** Adds the entries of another file whose names are not taken yet. */
    static <T> void addMissing(Map<String, KubeconfigEntry<T>> all, List<KubeconfigFile> files,
            Function<KubeconfigFile, Map<String, KubeconfigEntry<T>>> part) {
        files.forEach(file -> part.apply(file).forEach(all::putIfAbsent));
    }
}
