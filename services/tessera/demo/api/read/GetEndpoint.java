package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.api.wire.Representation;
import tessera.demo.http.Headers;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.Target;
import tessera.demo.store.objects.Views;

/** Answers with one object. */
public final class GetEndpoint {

    private GetEndpoint() {}

    public static void answer(Call call, ResourceType type) throws IOException, ApiError {
        var info = call.info();
        var stored = call.objects().store().get(type, type.namespaced() ? info.namespace() : "", info.name());
        if (stored == null) {
            throw Target.of(type, info.namespace(), info.name()).notFound();
        }
        var representation = call.representation();
        if (!representation.equals(Representation.PLAIN) || !Views.direct(type)) {
            Answers.object(call, 200, type, Views.full(type, stored));
            return;
        }
        var head = "{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",";
        try (var out = call.exchange().open(200, Headers.of("Content-Type", "application/json"), true)) {
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            stored.writeFields(out);
            out.write('\n');
        }
    }
}
