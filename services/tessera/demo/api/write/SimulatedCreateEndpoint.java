package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;

/** Endpoint that creates objects. */
public final class SimulatedCreateEndpoint {

    private SimulatedCreateEndpoint() {}

    public static void answerCreate(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("CreateOptions").withProblems(body.problems());
        var target = SimulatedObjectWriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", "");
        SimulatedApiResponseWriter.writeObject(call, 201, type,
                call.storedObjects().create(target, body.object(), options));
    }
}
