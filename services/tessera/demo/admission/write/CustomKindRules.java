package tessera.demo.admission.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.schema.KindSchema;

/** The defaults and validation rules that a CustomResourceDefinition adds to its schema. */
public interface CustomKindRules {

    /** No definition says anything. */
    CustomKindRules NONE = new CustomKindRules() {
        @Override
        public ObjectNode withDefaults(KindSchema kind, ObjectNode object) {
            return object;
        }

        @Override
        public List<Cause> validate(KindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
            return List.of();
        }
    };

    /** Returns the object with the defaults of the schema; the argument does not change. */
    ObjectNode withDefaults(KindSchema kind, ObjectNode object);

    /**
     * Returns the causes for which the schema refuses an object.
     *
     * @param old the stored object, null when the object is new
     */
    List<Cause> validate(KindSchema kind, ObjectNode object, @Nullable ObjectNode old);
}
