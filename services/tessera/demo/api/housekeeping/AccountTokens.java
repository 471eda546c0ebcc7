package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tessera.demo.api.auth.Tokens;
import tessera.demo.api.auth.User;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Writer;
import tessera.demo.store.objects.Aftermath;
import tessera.demo.store.objects.Names;

/** Puts tokens into Secrets that are made for service accounts, and takes them back when the Secrets go. */
public final class AccountTokens implements Aftermath {

    private static final String TYPE = "kubernetes.io/service-account-token";
    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private final Catalog catalog;
    private final Tokens tokens;
    private final Names names;

    public AccountTokens(Catalog catalog, Tokens tokens, Names names) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.names = names;
    }

    private static boolean concerns(ResourceType type, ObjectNode object) {
        return type.qualified().equals("secrets") && Json.text(object, "type").equals(TYPE);
    }

    @Override
    public void written(ResourceType type, ObjectNode object, Writer writer) {
        if (!concerns(type, object) || !Json.text(object, "data", "token").isEmpty()) {
            return;
        }
        var namespace = Json.text(object, "metadata", "namespace");
        var name = object.path("metadata").path("annotations").path(ACCOUNT).asText("");
        var account = writer.get(catalog.get("serviceaccounts"), namespace, name);
        if (account == null) {
            return;
        }
        var uid = Json.text(account.tree(), "metadata", "uid");
        var token = "demo." + names.uid() + "." + names.uid();
        tokens.grant(token, new User("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace)));
        var filled = object.deepCopy();
        Json.child(Json.child(filled, "metadata"), "annotations").put(ACCOUNT_UID, uid);
        Json.child(filled, "data").put("token", base64(token)).put("namespace", base64(namespace)).put("ca.crt", "");
        writer.put(type, filled, writer.get(type, namespace, Json.text(object, "metadata", "name")));
    }

    @Override
    public void removed(ResourceType type, ObjectNode object, Writer writer) {
        var token = Json.text(object, "data", "token");
        if (concerns(type, object) && !token.isEmpty()) {
            tokens.revoke(new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8));
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
