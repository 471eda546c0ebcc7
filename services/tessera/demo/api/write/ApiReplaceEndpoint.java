package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.ApiResponseWriter;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.objects.ObjectWriteTarget;

/** Endpoint that replaces objects. */
public final class ApiReplaceEndpoint {

    private ApiReplaceEndpoint() {}

    public static void answerReplace(SimulatedApiCall call, ServedResourceType type)
            throws IOException, SimulatedApiError {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("UpdateOptions").withProblems(body.problems());
        ApiResponseWriter.writeObject(call, 200, type,
                call.storedObjects().replace(targetOf(call, type), body.object(), options));
    }

    static ObjectWriteTarget targetOf(SimulatedApiCall call, ServedResourceType type) {
        var info = call.info();
        return new ObjectWriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(), info.subresource());
    }
}
