package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.doctor.Known.Note;
import tessera.fit.ObjectSource;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** Reads for which nodes Karpenter has asked in vain. Waits for the cluster. */
final class UnmadeNodes {

    private static final ObjectRef CLAIMS = new ObjectRef("karpenter.sh/v1", "NodeClaim", "nodeclaims", "", "");

    private UnmadeNodes() {}

    /** One for each claim that was not launched; none where there is no Karpenter. */
    static List<Note> read(ObjectSource objects) throws Failure, InterruptedException {
        var notes = new ArrayList<Note>();
        objects.each(CLAIMS, "", claim -> claim.at("/status/conditions").valueStream()
                .filter(condition -> condition.path("type").asText().equals("Launched")
                        && condition.path("status").asText().equals("False"))
                .forEach(condition -> notes.add(new Note("nodeclaims/" + claim.at("/metadata/name").asText(),
                        words(condition)))));
        return notes;
    }

    private static String words(JsonNode condition) {
        var message = condition.path("message").asText();
        return "Launched=False: " + condition.path("reason").asText() + (message.isEmpty() ? "" : ": " + message);
    }
}
