package tessera.demo.admission.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.schema.KindSchema;

/** What a CustomResourceDefinition says about its objects beyond their shape. */
public interface CustomKinds {

    /** No definition says anything. */
    CustomKinds NONE = new CustomKinds() {
        @Override
        public ObjectNode withDefaults(KindSchema kind, ObjectNode object) {
            return object;
        }

        @Override
        public List<Cause> check(KindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
            return List.of();
        }
    };

    /** The object with the defaults of the schema; the argument does not change. */
    ObjectNode withDefaults(KindSchema kind, ObjectNode object);

    /**
     * What the schema finds wrong.
     *
     * @param old the stored object, null when the object is new
     */
    List<Cause> check(KindSchema kind, ObjectNode object, @Nullable ObjectNode old);
}
