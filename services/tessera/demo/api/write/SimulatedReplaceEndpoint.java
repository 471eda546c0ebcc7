package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;

/** Endpoint that replaces objects. */
public final class SimulatedReplaceEndpoint {

    private SimulatedReplaceEndpoint() {}

    public static void answerReplace(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("UpdateOptions").withProblems(body.problems());
        SimulatedApiResponseWriter.writeObject(call, 200, type,
                call.storedObjects().replace(targetOf(call, type), body.object(), options));
    }

    static SimulatedObjectWriteTarget targetOf(SimulatedAuthenticatedRequest call, SimulatedResourceType type) {
        var info = call.info();
        return new SimulatedObjectWriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(),
                info.subresource());
    }
}
