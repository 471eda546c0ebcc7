package tessera.demo.api.subresource;

import java.io.IOException;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.WriteTarget;

/** Endpoint that finalizes terminating namespaces. */
public final class NamespaceEndpoint {

    private NamespaceEndpoint() {}

    /** Answers {@code PUT namespaces/NAME/finalize}. */
    public static void answerFinalize(ApiCall call) throws IOException, ApiError {
        var wanted = call.readObject("Namespace").object().path("spec").path("finalizers");
        var type = call.storedObjects().catalog().get("namespaces");
        var target = WriteTarget.of(type, "", call.info().name());
        var answer = call.storedObjects().runTogether(objects -> {
            var namespace = objects.get(target);
            if (wanted.isArray()) {
                StoreJson.childObject(namespace, "spec").set("finalizers", wanted);
            } else {
                StoreJson.childObject(namespace, "spec").remove("finalizers");
            }
            objects.overwriteOrRemove(target, namespace);
            return namespace;
        });
        ResponseWriter.writeObject(call, 200, type, answer);
    }
}
