package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.wire.ResponseFormat;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.VersionedViews;
import tessera.demo.store.objects.WriteTarget;

/** Endpoint that returns a single object. */
public final class GetEndpoint {

    private GetEndpoint() {}

    public static void answerGet(ApiCall call, ResourceType type) throws IOException, ApiError {
        var info = call.info();
        var stored = call.storedObjects().store().get(type, type.namespaced() ? info.namespace() : "", info.name());
        if (stored == null) {
            throw WriteTarget.of(type, info.namespace(), info.name()).notFoundError();
        }
        var representation = call.responseFormat();
        if (!representation.equals(ResponseFormat.PLAIN) || !VersionedViews.isStoredForm(type)) {
            ResponseWriter.writeObject(call, 200, type, VersionedViews.fullView(type, stored));
            return;
        }
        var head = "{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",";
        try (var out = call.exchange().open(200, HeaderFields.of("Content-Type", "application/json"), true)) {
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            stored.writeFields(out);
            out.write('\n');
        }
    }
}
