package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedNameAndUidGenerator;
import tessera.demo.store.objects.SimulatedWriteSideEffects;

/** Controller of service account token Secrets: it fills in tokens, and revokes them when the Secrets are deleted. */
record SimulatedTokenSecretController(SimulatedServedResourceCatalog catalog, SimulatedBearerTokens tokens,
        SimulatedNameAndUidGenerator names) implements SimulatedWriteSideEffects {

    private static final String TYPE = "kubernetes.io/service-account-token";
    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private static boolean isTokenSecret(SimulatedResourceType type, ObjectNode object) {
        return type.qualifiedName().equals("secrets") && SimulatedStoreJsonCodec.textAt(object, "type").equals(TYPE);
    }

    @Override
    public void afterWrite(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        if (!isTokenSecret(type, object) || !SimulatedStoreJsonCodec.textAt(object, "data", "token").isEmpty()) {
            return;
        }
        var namespace = SimulatedMetadata.namespaceOf(object);
        var name = object.path("metadata").path("annotations").path(ACCOUNT).asText("");
        var account = writer.get(catalog.get("serviceaccounts"), namespace, name);
        if (account == null) {
            return;
        }
        var uid = SimulatedMetadata.uidOf(account.toTree());
        var token = "demo." + names.randomUid() + "." + names.randomUid();
        tokens.grant(token, new SimulatedApiUser("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace)));
        var filled = object.deepCopy();
        SimulatedMetadata.annotationsOf(filled).put(ACCOUNT_UID, uid);
        SimulatedStoreJsonCodec.childObject(filled, "data").put("token", encodeBase64(token))
                .put("namespace", encodeBase64(namespace)).put("ca.crt", "");
        writer.put(type, filled, writer.get(type, namespace, SimulatedMetadata.nameOf(object)));
    }

    @Override
    public void afterRemoval(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        var token = SimulatedStoreJsonCodec.textAt(object, "data", "token");
        if (isTokenSecret(type, object) && !token.isEmpty()) {
            tokens.revoke(new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8));
        }
    }

    private static String encodeBase64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
