package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.WriteTarget;

/** Creates objects. */
public final class CreateEndpoint {

    private CreateEndpoint() {}

    public static void answer(ApiCall call, ResourceType type) throws IOException, ApiError {
        var body = call.body(type.kind());
        var options = call.writeOptions("CreateOptions").with(body.problems());
        var target = WriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", "");
        ResponseWriter.object(call, 201, type, call.objects().create(target, body.object(), options));
    }
}
