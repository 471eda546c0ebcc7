package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.ApiResponseWriter;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.objects.ObjectWriteTarget;

/** Endpoint that creates objects. */
public final class ApiCreateEndpoint {

    private ApiCreateEndpoint() {}

    public static void answerCreate(SimulatedApiCall call, ServedResourceType type)
            throws IOException, SimulatedApiError {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("CreateOptions").withProblems(body.problems());
        var target = ObjectWriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", "");
        ApiResponseWriter.writeObject(call, 201, type, call.storedObjects().create(target, body.object(), options));
    }
}
