package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.Target;

/** Creates objects. */
public final class CreateEndpoint {

    private CreateEndpoint() {}

    public static void answer(Call call, ResourceType type) throws IOException, ApiError {
        var body = call.body(type.kind());
        var options = call.writeOptions("CreateOptions").with(body.problems());
        var target = Target.of(type, type.namespaced() ? call.info().namespace() : "", "");
        Answers.object(call, 201, type, call.objects().create(target, body.object(), options));
    }
}
