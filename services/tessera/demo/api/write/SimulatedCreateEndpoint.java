package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.objects.ObjectWriteTarget;

/** Endpoint that creates objects. */
public final class SimulatedCreateEndpoint {

    private SimulatedCreateEndpoint() {}

    public static void answerCreate(SimulatedApiCall call, SimulatedResourceType type)
            throws IOException, SimulatedApiError {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("CreateOptions").withProblems(body.problems());
        var target = ObjectWriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", "");
        SimulatedApiResponseWriter.writeObject(call, 201, type,
                call.storedObjects().create(target, body.object(), options));
    }
}
