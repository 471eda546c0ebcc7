package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.auth.SimulatedBearerTokens;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.GeneratedNames;
import tessera.demo.store.objects.WriteConsequences;

/** Controller of service account token Secrets: it fills in tokens, and revokes them when the Secrets are deleted. */
public final class AccountTokenController implements WriteConsequences {

    private static final String TYPE = "kubernetes.io/service-account-token";
    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private final ResourceCatalog catalog;
    private final SimulatedBearerTokens tokens;
    private final GeneratedNames names;

    public AccountTokenController(ResourceCatalog catalog, SimulatedBearerTokens tokens, GeneratedNames names) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.names = names;
    }

    private static boolean isTokenSecret(ResourceType type, ObjectNode object) {
        return type.qualifiedName().equals("secrets") && StoreJson.textAt(object, "type").equals(TYPE);
    }

    @Override
    public void afterWrite(ResourceType type, ObjectNode object, StoreWriter writer) {
        if (!isTokenSecret(type, object) || !StoreJson.textAt(object, "data", "token").isEmpty()) {
            return;
        }
        var namespace = StoreJson.textAt(object, "metadata", "namespace");
        var name = object.path("metadata").path("annotations").path(ACCOUNT).asText("");
        var account = writer.get(catalog.get("serviceaccounts"), namespace, name);
        if (account == null) {
            return;
        }
        var uid = StoreJson.textAt(account.toTree(), "metadata", "uid");
        var token = "demo." + names.randomUid() + "." + names.randomUid();
        tokens.grant(token, new RequestUser("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace)));
        var filled = object.deepCopy();
        StoreJson.childObject(StoreJson.childObject(filled, "metadata"), "annotations").put(ACCOUNT_UID, uid);
        StoreJson.childObject(filled, "data").put("token", encodeBase64(token))
                .put("namespace", encodeBase64(namespace)).put("ca.crt",
                        "");
        writer.put(type, filled, writer.get(type, namespace, StoreJson.textAt(object, "metadata", "name")));
    }

    @Override
    public void afterRemoval(ResourceType type, ObjectNode object, StoreWriter writer) {
        var token = StoreJson.textAt(object, "data", "token");
        if (isTokenSecret(type, object) && !token.isEmpty()) {
            tokens.revoke(new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8));
        }
    }

    private static String encodeBase64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
