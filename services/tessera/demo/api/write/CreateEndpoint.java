package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.WriteTarget;

/** Endpoint that creates objects. */
public final class CreateEndpoint {

    private CreateEndpoint() {}

    public static void answerCreate(ApiCall call, ResourceType type) throws IOException, ApiError {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("CreateOptions").withProblems(body.problems());
        var target = WriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", "");
        ResponseWriter.writeObject(call, 201, type, call.storedObjects().create(target, body.object(), options));
    }
}
