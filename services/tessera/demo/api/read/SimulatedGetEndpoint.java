package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.objects.SimulatedApiVersionConverter;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;

/** Endpoint that returns a single object. */
public final class SimulatedGetEndpoint {

    private SimulatedGetEndpoint() {}

    public static void answerGet(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var info = call.info();
        var stored = call.storedObjects().store().get(type, type.namespaced() ? info.namespace() : "", info.name());
        if (stored == null) {
            throw SimulatedObjectWriteTarget.of(type, info.namespace(), info.name()).notFoundError();
        }
        var representation = call.responseFormat();
        if (!representation.equals(SimulatedResponseFormat.PLAIN) || !SimulatedApiVersionConverter.isStoredForm(type)) {
            SimulatedApiResponseWriter.writeObject(call, 200, type,
                    SimulatedApiVersionConverter.fullView(type, stored));
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
