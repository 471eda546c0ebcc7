package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackStatus;
import tessera.text.MessageCatalog;

/**
 * The operator's CRDs that are older than its release, which does not update them: Helm installs CRDs only once.
 *
 * @param written when they were written last
 */
record OutdatedOperatorCrds(GpuStackHelmRelease release, Instant written) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OutdatedOperatorCrds.class);
    private static final String SETTING = "operator.upgradeCRD";

    /** Reads the definitions; empty where they are not outdated, or nothing shows that they are; waits for the cluster. */
    static Optional<OutdatedOperatorCrds> read(GpuStackStatus stack, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var release = stack.objects().release().result().flatMap(each -> each)
                .filter(OutdatedOperatorCrds::skipsCrdUpgrade);
        if (release.isEmpty()) {
            return Optional.empty();
        }
        return objects.find(GpuOperatorObjectRefs.definitionRef(GpuOperatorObjectRefs.POLICIES))
                .map(OutdatedOperatorCrds::lastWritten)
                .filter(written -> written.isBefore(Objects.requireNonNullElse(release.get().deployed(), Instant.MIN)))
                .map(written -> new OutdatedOperatorCrds(release.get(), written));
    }

    private static boolean skipsCrdUpgrade(GpuStackHelmRelease each) {
        return each.revision() > 1 && each.userValues().stream()
                .anyMatch(value -> value.path().equals(SETTING) && value.value().equals("false"));
    }

    /** Returns when a definition was last written, apart from writes of its status. */
    private static Instant lastWritten(JsonNode definition) {
        var metadata = definition.path("metadata");
        return Stream
                .concat(Stream.of(metadata.path("creationTimestamp")),
                        metadata.path("managedFields").valueStream().filter(element -> !element.has("subresource"))
                                .map(element -> element.path("time")))
                .filter(JsonNode::isTextual).map(time -> Instant.parse(time.asText())).max(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    DiagnosisFinding finding(GpuStackSymptomCatalog catalog) {
        return catalog.finding("definitions-old",
                new SymptomPlaceholderValues("customresourcedefinitions/" + GpuOperatorObjectRefs.POLICIES, "",
                        Map.of()),
                List.of(MESSAGES.text("crd.written", written), MESSAGES.text("crd.release", release.name(),
                        release.namespace(), release.revision(), release.deployed()), SETTING + "=false"));
    }
}
