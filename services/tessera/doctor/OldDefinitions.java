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
 * Definitions of the operator's kinds that were written before its release was changed last, and that this release does not bring
 * up to date: Helm itself does so at a first installation alone.
 *
 * @param written when they were written last
 */
record OldDefinitions(HelmReleaseFacts release, Instant written) {

    private static final String SETTING = "operator.upgradeCRD";

    /** Empty where they are not old, or nothing says that they are; waits for the cluster. */
    static Optional<OldDefinitions> read(GpuStack stack, ObjectSource objects) throws Failure, InterruptedException {
        var release = stack.objects().release().found().flatMap(each -> each)
                .filter(each -> each.revision() > 1 && each.values().stream()
                        .anyMatch(value -> value.path().equals(SETTING) && value.value().equals("false")));
        return release.isEmpty() ? Optional.empty()
                : objects.object(GpuStackInventory.definition(GpuStackInventory.POLICIES)).map(OldDefinitions::written)
                        .filter(written -> written.isBefore(Objects.requireNonNullElse(release.get().deployed(),
                                Instant.MIN)))
                        .map(written -> new OldDefinitions(release.get(), written));
    }

    /** That its controllers write how it stands changes no definition. */
    private static Instant written(JsonNode definition) {
        var metadata = definition.path("metadata");
        return Stream.concat(Stream.of(metadata.path("creationTimestamp")),
                metadata.path("managedFields").valueStream().filter(each -> !each.has("subresource"))
                        .map(each -> each.path("time")))
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
