package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.WriteTarget;

/** Endpoint that replaces objects. */
public final class ReplaceEndpoint {

    private ReplaceEndpoint() {}

    public static void answerReplace(ApiCall call, ResourceType type) throws IOException, ApiError {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("UpdateOptions").withProblems(body.problems());
        ResponseWriter.writeObject(call, 200, type,
                call.storedObjects().replace(targetOf(call, type), body.object(), options));
    }

    static WriteTarget targetOf(ApiCall call, ResourceType type) {
        var info = call.info();
        return new WriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(), info.subresource());
    }
}
