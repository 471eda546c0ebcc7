package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.OwnerRef;
import tessera.plan.intent.WorkloadKind;

/** Reader of the controllers of an object, up to what a user created. */
public final class OwnerReader {

    /** Of what is known the longest is a Knative Service: Service, Configuration, Revision, Deployment, ReplicaSet. */
    private static final int MOST = 10;

    private OwnerReader() {}

    /** Returns the controller of an object; {@link OwnerRef#NONE} where there is none. */
    public static OwnerRef controllerOf(JsonNode metadata) {
        return metadata.path("ownerReferences").valueStream()
                .filter(owner -> owner.path("controller").asBoolean(false)).findFirst()
                .map(owner -> new OwnerRef(owner.path("apiVersion").asText(""), owner.path("kind").asText(""),
                        owner.path("name").asText("")))
                .orElse(OwnerRef.NONE);
    }

    /** Returns the controllers above an object, as far up as they may be read. */
    public static OwnerChain readChain(ObjectRef object, ObjectLists objects) throws InterruptedException {
        var kinds = new ServedKinds(objects);
        var above = new ArrayList<ObjectRef>();
        var current = object;
        try {
            while (above.size() < MOST) {
                var place = kinds.resolve(current);
                var metadata = objects.readJson(ApiPaths.objectPath(place), "read " + place).path("metadata");
                var maker = WorkloadKind.ownerRef(object.namespace(), controllerOf(metadata));
                if (maker.isEmpty()) {
                    break;
                }
                current = maker.get();
                above.add(current);
            }
            return new OwnerChain(above, Optional.empty());
        } catch (Failure failure) {
            return new OwnerChain(above, Optional.of(failure.problem()));
        }
    }
}
