package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.ApiResponseWriter;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.api.wire.ApiResponseFormat;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.objects.ApiVersionConversion;
import tessera.demo.store.objects.ObjectWriteTarget;

/** Endpoint that returns a single object. */
public final class ApiGetEndpoint {

    private ApiGetEndpoint() {}

    public static void answerGet(SimulatedApiCall call, ServedResourceType type) throws IOException, SimulatedApiError {
        var info = call.info();
        var stored = call.storedObjects().store().get(type, type.namespaced() ? info.namespace() : "", info.name());
        if (stored == null) {
            throw ObjectWriteTarget.of(type, info.namespace(), info.name()).notFoundError();
        }
        var representation = call.responseFormat();
        if (!representation.equals(ApiResponseFormat.PLAIN) || !ApiVersionConversion.isStoredForm(type)) {
            ApiResponseWriter.writeObject(call, 200, type, ApiVersionConversion.fullView(type, stored));
            return;
        }
        var head = "{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",";
        try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "application/json"), true)) {
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            stored.writeFields(out);
            out.write('\n');
        }
    }
}
