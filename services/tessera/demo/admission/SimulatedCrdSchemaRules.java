package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The defaults and validation rules that a CustomResourceDefinition adds to its schema. */
public interface SimulatedCrdSchemaRules {

    /** Returns the object with the defaults of the schema; the argument does not change. */
    ObjectNode withDefaults(SimulatedKindSchema kind, ObjectNode object);

    /**
     * Returns the causes for which the schema refuses an object.
     *
     * @param old the stored object, null when the object is new
     */
    List<StatusCause> validate(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old);
}
