package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tessera.demo.api.auth.BearerTokens;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.GeneratedNames;
import tessera.demo.store.objects.WriteConsequences;

/** Puts tokens into Secrets that are made for service accounts, and takes them back when the Secrets go. */
public final class AccountTokens implements WriteConsequences {

    private static final String TYPE = "kubernetes.io/service-account-token";
    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private final ResourceCatalog catalog;
    private final BearerTokens tokens;
    private final GeneratedNames names;

    public AccountTokens(ResourceCatalog catalog, BearerTokens tokens, GeneratedNames names) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.names = names;
    }

    private static boolean concerns(ResourceType type, ObjectNode object) {
        return type.qualified().equals("secrets") && StoreJson.text(object, "type").equals(TYPE);
    }

    @Override
    public void written(ResourceType type, ObjectNode object, StoreWriter writer) {
        if (!concerns(type, object) || !StoreJson.text(object, "data", "token").isEmpty()) {
            return;
        }
        var namespace = StoreJson.text(object, "metadata", "namespace");
        var name = object.path("metadata").path("annotations").path(ACCOUNT).asText("");
        var account = writer.get(catalog.get("serviceaccounts"), namespace, name);
        if (account == null) {
            return;
        }
        var uid = StoreJson.text(account.tree(), "metadata", "uid");
        var token = "demo." + names.uid() + "." + names.uid();
        tokens.grant(token, new RequestUser("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace)));
        var filled = object.deepCopy();
        StoreJson.child(StoreJson.child(filled, "metadata"), "annotations").put(ACCOUNT_UID, uid);
        StoreJson.child(filled, "data").put("token", base64(token)).put("namespace", base64(namespace)).put("ca.crt",
                "");
        writer.put(type, filled, writer.get(type, namespace, StoreJson.text(object, "metadata", "name")));
    }

    @Override
    public void removed(ResourceType type, ObjectNode object, StoreWriter writer) {
        var token = StoreJson.text(object, "data", "token");
        if (concerns(type, object) && !token.isEmpty()) {
            tokens.revoke(new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8));
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
