package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Optional;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.ProblemException;
import tessera.plan.intent.WorkloadKind;
import tessera.text.MessageCatalog;

/** Reader of the controllers of an object, up to what a user created. */
public final class OwnerChainReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OwnerChainReader.class);

    /** Of what is known the longest is a Knative Service: Service, Configuration, Revision, Deployment, ReplicaSet. */
    private static final int MOST = 10;

    private OwnerChainReader() {}

    /** Returns the controller of an object; {@link ControllerRef#NONE} where there is none. */
    public static ControllerRef controllerOf(JsonNode metadata) {
        return metadata.path("ownerReferences").valueStream().filter(owner -> owner.path("controller").asBoolean(false))
                .findFirst().map(owner -> new ControllerRef(owner.path("apiVersion").asText(""),
                        owner.path("kind").asText(""), owner.path("name").asText("")))
                .orElse(ControllerRef.NONE);
    }

    /** Returns the controllers above an object, as far up as they may be read. */
    public static OwnerChain readChain(ObjectRef object, ApiObjectReader objects) throws InterruptedException {
        var discoveryCache = new ApiDiscoveryCache(objects);
        var above = new ArrayList<ObjectRef>();
        var current = object;
        try {
            while (above.size() < MOST) {
                var objectRef = discoveryCache.resolve(current);
                var metadata = objects.readJson(ApiPathBuilder.objectPath(objectRef), MESSAGES.text("read", objectRef))
                        .path("metadata");
                var maker = WorkloadKind.ownerRef(object.namespace(), controllerOf(metadata));
                if (maker.isEmpty()) {
                    break;
                }
                current = maker.get();
                above.add(current);
            }
            return new OwnerChain(above, Optional.empty());
        } catch (ProblemException problemException) {
            return new OwnerChain(above, Optional.of(problemException.problem()));
        }
    }
}
