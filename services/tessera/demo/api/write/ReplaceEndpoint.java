package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.WriteTarget;

/** Puts new states in place of old ones. */
public final class ReplaceEndpoint {

    private ReplaceEndpoint() {}

    public static void answer(ApiCall call, ResourceType type) throws IOException, ApiError {
        var body = call.body(type.kind());
        var options = call.writeOptions("UpdateOptions").with(body.problems());
        ResponseWriter.object(call, 200, type, call.objects().replace(target(call, type), body.object(), options));
    }

    static WriteTarget target(ApiCall call, ResourceType type) {
        var info = call.info();
        return new WriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(), info.subresource());
    }
}
