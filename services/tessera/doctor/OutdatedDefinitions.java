package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.Failure;
import tessera.scheduling.ObjectSource;
import tessera.stack.GpuStack;
import tessera.stack.HelmReleaseFacts;

/**
 * The operator's CRDs that are older than its release, which does not update them: Helm installs CRDs only once.
 *
 * @param written when they were written last
 */
record OutdatedDefinitions(HelmReleaseFacts release, Instant written) {

    private static final String SETTING = "operator.upgradeCRD";

    /** Reads the definitions; empty where they are not outdated, or nothing shows that they are; waits for the cluster. */
    static Optional<OutdatedDefinitions> read(GpuStack stack, ObjectSource objects)
            throws Failure, InterruptedException {
        var release = stack.objects().release().result().flatMap(each -> each)
                .filter(each -> each.revision() > 1 && each.userValues().stream()
                        .anyMatch(value -> value.path().equals(SETTING) && value.value().equals("false")));
        return release.isEmpty() ? Optional.empty()
                : objects.find(GpuStackInventory.definitionRef(GpuStackInventory.POLICIES))
                        .map(OutdatedDefinitions::lastWritten)
                        .filter(written -> written.isBefore(Objects.requireNonNullElse(release.get().deployed(),
                                Instant.MIN)))
                        .map(written -> new OutdatedDefinitions(release.get(), written));
    }

    /** Returns when a definition was last written, apart from writes of its status. */
    private static Instant lastWritten(JsonNode definition) {
        var metadata = definition.path("metadata");
        return Stream.concat(Stream.of(metadata.path("creationTimestamp")),
                metadata.path("managedFields").valueStream().filter(element -> !element.has("subresource"))
                        .map(element -> element.path("time")))
                .filter(JsonNode::isTextual).map(time -> Instant.parse(time.asText())).max(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    DoctorFinding finding(SymptomCatalog matrix) {
        return matrix.finding("definitions-old",
                new SymptomSubject("customresourcedefinitions/" + GpuStackInventory.POLICIES, "", Map.of()),
                List.of("written last at " + written,
                        "release %s -n %s: revision %d of %s".formatted(release.name(), release.namespace(),
                                release.revision(), release.deployed()),
                        SETTING + "=false"));
    }
}
