package tessera.lint;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** Who writes something once and means it in several places finds it mended there, and nothing else moved. */
class AliasesTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());

    private static String mended(String text) {
        return LINTER.applyFixes(text, Optional.empty()).text();
    }

    @Test
    void whatIsAddedBehindAnAliasStandsBehindItAndNotWhereItIsMeant() {
        assertThat(mended("""
                apiVersion: v1
                kind: List
                x-resources: &gpu
                  limits: {nvidia.com/gpu: 1, cpu: 8, memory: 32Gi}
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: a}
                  spec:
                    containers:
                    - name: a
                      image: registry.example/a:1
                      resources: *gpu  # as all have it
                    - name: b
                      image: registry.example/a:1
                      resources:
                        <<: *gpu
                """)).endsWith("""
                    containers:
                    - name: a
                      image: registry.example/a:1
                      resources: *gpu  # as all have it
                      securityContext:
                        allowPrivilegeEscalation: false
                    - name: b
                      image: registry.example/a:1
                      resources:
                        <<: *gpu
                      securityContext:
                        allowPrivilegeEscalation: false
                    tolerations:
                    - key: nvidia.com/gpu
                      operator: Exists
                      effect: NoSchedule
                """);
    }

    @Test
    void whatAnAliasMeansIsMendedWhereItIsWrittenAndItsAnchorStays() {
        assertThat(mended("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: a}
                spec:
                  hard: &hard {limits.nvidia.com/gpu: 8}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                  containers:
                  - &main
                    name: a
                    image: registry.example/a:1
                    securityContext: {allowPrivilegeEscalation: false}
                    resources: &gpu {limits: {cpu: 8, memory: 32Gi}, requests: {nvidia.com/gpu: 2}}
                  - <<: *main
                    name: b
                """)).isEqualTo("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: a}
                spec:
                  hard: &hard {requests.nvidia.com/gpu: 8}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                  containers:
                  - &main
                    name: a
                    image: registry.example/a:1
                    securityContext: {allowPrivilegeEscalation: false}
                    resources: &gpu {limits: {"nvidia.com/gpu": 2, cpu: 8, memory: 32Gi}, requests: {nvidia.com/gpu: 2}}
                  - <<: *main
                    name: b
                """);
    }

    @Test
    void whatAliasesStandForIsTakenAwayOnlyWithTheLastOfThem() {
        var text = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                  containers:
                  - name: a
                    image: registry.example/a:1
                    securityContext: {allowPrivilegeEscalation: false}
                    resources: {limits: {nvidia.com/gpu: 2, cpu: 16, memory: 64Gi}}
                    env:
                    - &first {name: CUDA_VISIBLE_DEVICES, value: "0"}
                    - {name: A, value: b}
                  - name: b
                    image: registry.example/a:1
                    securityContext: {allowPrivilegeEscalation: false}
                    env:
                    - *first
                    - {name: A, value: b}
                """;
        assertThat(mended(text)).isEqualTo(text.replace("    - &first {name: CUDA_VISIBLE_DEVICES, value: \"0\"}\n", "")
                .replace("    - *first\n", ""));

        var kept = text.replace("    - *first\n", "    command: [sh, *first]\n");
        assertThat(mended(kept)).contains("    - &first {name: CUDA");
    }
}
