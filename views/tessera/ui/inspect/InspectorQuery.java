package tessera.ui.inspect;

import java.time.Instant;
import tessera.model.ObjectRef;

/** What is asked of the inspector. */
record InspectorQuery(ObjectRef target, Instant now) {}
