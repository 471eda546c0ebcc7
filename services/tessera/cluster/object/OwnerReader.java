package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.OwnerRef;
import tessera.plan.intent.WorkloadKind;

/** Reads who made an object, and who made that, up to what a user made. */
public final class OwnerReader {

    /** Of what is known the longest is a Knative Service: Service, Configuration, Revision, Deployment, ReplicaSet. */
    private static final int MOST = 10;

    private OwnerReader() {}

    /** The controller of an object; {@link OwnerRef#NONE} where nobody controls it. */
    public static OwnerRef controller(JsonNode metadata) {
        return metadata.path("ownerReferences").valueStream()
                .filter(owner -> owner.path("controller").asBoolean(false)).findFirst()
                .map(owner -> new OwnerRef(owner.path("apiVersion").asText(""), owner.path("kind").asText(""),
                        owner.path("name").asText("")))
                .orElse(OwnerRef.NONE);
    }

    /** Who made an object, and who made that, as far up as may be read. */
    public static OwnerChain of(ObjectRef object, ObjectLists objects) throws InterruptedException {
        var kinds = new ServedKinds(objects);
        var above = new ArrayList<ObjectRef>();
        var current = object;
        try {
            while (above.size() < MOST) {
                var place = kinds.place(current);
                var metadata = objects.read(ApiPaths.of(place), "read " + place).path("metadata");
                var maker = WorkloadKind.object(object.namespace(), controller(metadata));
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
