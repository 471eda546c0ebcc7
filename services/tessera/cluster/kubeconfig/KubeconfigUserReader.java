package tessera.cluster.kubeconfig;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.BasicAuthCredential;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.ExecPluginSpec;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.Impersonation;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ProblemException;

/** Reader of the user entries of a kubeconfig. */
final class KubeconfigUserReader {

    private static final String API = "client.authentication.k8s.io/";
    private static final Set<String> VERSIONS = Set.of(API + "v1", API + "v1beta1");

    private KubeconfigUserReader() {}

    static KubeconfigUserEntry readUser(PositionedYamlMap map, String name) throws ProblemException {
        var certificate = KubeconfigFile.readCertificate(map, "client-certificate");
        var key = KubeconfigFile.readCertificate(map, "client-key");
        if (certificate != null && key == null) {
            throw map.invalidValue("client-key", "is missing beside the client certificate");
        }
        var user = new KubeconfigUserEntry(name, readSecret(map, "token"), KubeconfigFile.readPath(map, "tokenFile"),
                readPassword(map),
                certificate, key, exec(map, name), readAuthProvider(map), readImpersonation(map));
        if (user.exec() != null && user.provider() != null) {
            throw map.invalidValue("exec", "contradicts the auth-provider beside it");
        }
        if (user.password() != null && (user.token() != null || user.tokenFile() != null)) {
            throw map.invalidValue("username", "contradicts the token beside it");
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
            throw map.invalidValue("apiVersion", "must be " + API + "v1 or v1beta1");
        }
        if (map.text("command").isBlank()) {
            throw map.invalidValue("command", "is missing");
        }
        return new ExecPluginSpec(version, map.text("command"), map.file().toAbsolutePath().normalize(), name,
                map.readTexts("args").stream().map(SecretText::new).toList(), readVariables(map),
                plainHint(map.text("installHint")),
                map.readFlag("provideClusterInfo"), map.text("interactiveMode").equals("Always"));
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
        return text.length() > 1_000 ? text.substring(0, 1_000) + "…" : text;
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
