package tessera.demo.api.subresource;

import java.io.IOException;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.WriteTarget;

/** Lets go of namespaces that are being deleted. */
public final class NamespaceEndpoint {

    private NamespaceEndpoint() {}

    /** {@code PUT namespaces/NAME/finalize}. */
    public static void finalizers(ApiCall call) throws IOException, ApiError {
        var wanted = call.body("Namespace").object().path("spec").path("finalizers");
        var type = call.objects().catalog().get("namespaces");
        var target = WriteTarget.of(type, "", call.info().name());
        var answer = call.objects().together(objects -> {
            var namespace = objects.get(target);
            if (wanted.isArray()) {
                StoreJson.child(namespace, "spec").set("finalizers", wanted);
            } else {
                StoreJson.child(namespace, "spec").remove("finalizers");
            }
            objects.release(target, namespace);
            return namespace;
        });
        ResponseWriter.object(call, 200, type, answer);
    }
}
