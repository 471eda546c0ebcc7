package tessera.demo.api.subresource;

import java.io.IOException;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Target;

/** Lets go of namespaces that are being deleted. */
public final class NamespaceEndpoint {

    private NamespaceEndpoint() {}

    /** {@code PUT namespaces/NAME/finalize}. */
    public static void finalizers(Call call) throws IOException, ApiError {
        var wanted = call.body("Namespace").object().path("spec").path("finalizers");
        var type = call.objects().catalog().get("namespaces");
        var target = Target.of(type, "", call.info().name());
        var answer = call.objects().together(objects -> {
            var namespace = objects.get(target);
            if (wanted.isArray()) {
                Json.child(namespace, "spec").set("finalizers", wanted);
            } else {
                Json.child(namespace, "spec").remove("finalizers");
            }
            objects.release(target, namespace);
            return namespace;
        });
        Answers.object(call, 200, type, answer);
    }
}
