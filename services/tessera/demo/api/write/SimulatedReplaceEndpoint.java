package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.objects.ObjectWriteTarget;

/** Endpoint that replaces objects. */
public final class SimulatedReplaceEndpoint {

    private SimulatedReplaceEndpoint() {}

    public static void answerReplace(SimulatedApiCall call, SimulatedResourceType type)
            throws IOException, SimulatedApiError {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("UpdateOptions").withProblems(body.problems());
        SimulatedApiResponseWriter.writeObject(call, 200, type,
                call.storedObjects().replace(targetOf(call, type), body.object(), options));
    }

    static ObjectWriteTarget targetOf(SimulatedApiCall call, SimulatedResourceType type) {
        var info = call.info();
        return new ObjectWriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(), info.subresource());
    }
}
