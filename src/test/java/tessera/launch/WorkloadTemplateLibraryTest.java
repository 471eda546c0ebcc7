package tessera.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.ManifestValue;

import static org.assertj.core.api.Assertions.assertThat;

/** What a template makes is right before anybody edits it, and says why it is as it is. */
class WorkloadTemplateLibraryTest {

    private static final WorkloadTemplateLibrary TEMPLATES = WorkloadTemplateLibrary.bundled();
    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());

    @ParameterizedTest
    @ValueSource(strings = {"job", "indexed-job", "statefulset-training", "jobset", "leaderworkerset"})
    void whatACommandSaysInBracesIsForTheShell(String id) {
        var yaml = template(id).fill(Map.of("command", "sh -c 'train.py --out ${OUTPUT}/${name}'"), Optional.empty())
                .yaml();
        assertThat(yaml).contains("\"sh\", \"-c\", \"train.py --out ${OUTPUT}/${name}\"");
    }

    @ParameterizedTest
    @CsvSource({"gaudi, gaudi", "AMD, amd", "pytorchjob, pytorchjob", "kubeflow pytorch, pytorchjob",
        "amd.com/gpu, amd", "mpi launcher, mpijob", "CronJob, cronjob", "deviceclass claim, dra", "jobset, jobset",
        "poddisruptionbudget, inference", "  scale   to ZERO , knative", "multi gpu, multi-gpu"})
    void aTemplateIsFoundByWhatItIsCalledMadeOfAndFor(String typed, String id) {
        assertThat(TEMPLATES.templates()).filteredOn(new WorkloadTemplateQuery(typed)::matches)
                .extracting(WorkloadTemplate::id).contains(id).hasSizeLessThan(6);
    }

    @Test
    void nothingTypedFindsAllTemplatesAndNonsenseNone() {
        assertThat(TEMPLATES.templates()).allMatch(new WorkloadTemplateQuery("  ")::matches)
                .noneMatch(new WorkloadTemplateQuery("gpu qqq")::matches);
    }

    static List<WorkloadTemplate> templates() {
        return TEMPLATES.templates();
    }

    private static WorkloadTemplate template(String id) {
        return TEMPLATES.findTemplate(id).orElseThrow();
    }

    /** What has to be said, for templates that leave something open that nobody can guess. */
    private static Map<String, String> needed(WorkloadTemplate template) {
        var settings = new HashMap<String, String>();
        for (var parameter : template.parameters()) {
            if (parameter.required() && parameter.defaultValue().isEmpty()) {
                settings.put(parameter.key(), switch (parameter.key()) {
                    case "image" -> "registry.example/work:1.0";
                    case "resource" -> "example.com/dongle";
                    case "url" -> "https://models.example/model.gguf";
                    default -> throw new AssertionError("nobody can guess " + parameter.key());
                });
            }
        }
        return settings;
    }

    @ParameterizedTest
    @MethodSource("templates")
    void nothingIsWrongWithWhatATemplateMakes(WorkloadTemplate template) {
        assertThat(template.problemTexts(needed(template))).isEmpty();
        var yaml = template.fill(needed(template), Optional.empty()).yaml();

        assertThat(yaml).doesNotContain("${");
        assertThat(LINTER.check(yaml, Optional.empty())).as(yaml).extracting(finding -> finding.rule().id())
                .isEqualTo(switch (template.id()) {
                    case "knative" -> List.of("toleration-missing");
                    case "pytorchjob" -> List.of("api-legacy");
                    default -> List.of();
                });
        assertThat(template.customKind().isEmpty() || KubernetesManifest.read(yaml).objects().stream()
                .anyMatch(object -> template.customKind().equals(object.apiVersion() + "/" + object.kind()))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void everyParameterOfATemplateMakesADifference(WorkloadTemplate template) {
        var usual = template.fill(needed(template), Optional.empty()).yaml();
        for (var parameter : template.parameters()) {
            var settings = new HashMap<>(needed(template));
            settings.put(parameter.key(), switch (parameter.type()) {
                case NAME -> "another";
                case IMAGE -> "registry.example/other:2";
                case RESOURCE -> "example.com/other";
                case COUNT -> parameter.key().equals("replicas") ? "3" : "7";
                case QUANTITY -> "13Gi";
                case WORDS -> "other --words";
                case TEXT -> "other";
                case FLAG -> "true";
                case LABELS -> "pool=train";
                case TOLERATIONS -> "dedicated=train:NoSchedule";
                case SCHEDULE -> "1 2 * * *";
                case ZONE -> "Europe/Berlin";
                case ADDRESS -> "https://other.example/model";
            });
            if (!parameter.values().isEmpty()) {
                settings.put(parameter.key(), "gke");
            }

            assertThat(template.problemTexts(settings)).isEmpty();
            assertThat(template.fill(settings, Optional.empty()).yaml()).as(parameter.key()).isNotEqualTo(usual);
        }
    }

    @Test
    void tolerationsFollowFromTheNodesThatOfferTheDeviceAndSaySo() {
        var cluster = new ManifestTargetCluster(new Sample()
                .with(Sample.node("a").has("nvidia.com/gpu", 8).taint("dedicated", "ml", "NoSchedule")
                        .taint("nvidia.com/gpu", "present", "NoSchedule"))
                .with(Sample.node("b").has("nvidia.com/gpu", 8).taint("dedicated", "ml", "NoSchedule")
                        .taint("nvidia.com/gpu", "present", "NoSchedule"))
                .with(Sample.node("c").has("nvidia.com/gpu", 8)).with(Sample.node("d").taint("other", "", "NoSchedule"))
                .snapshot(), Map.of(), Optional.of(Set.of()), Optional.empty());
        var filled = template("pod").fill(Map.of(), Optional.of(cluster));

        assertThat(filled.yaml()).contains("""
                  tolerations:
                    # 2 of 3 nodes with nvidia.com/gpu have this taint
                    - key: dedicated
                      operator: Equal
                      value: "ml"
                      effect: NoSchedule
                    # 2 of 3 nodes with nvidia.com/gpu have this taint
                    - key: nvidia.com/gpu
                      operator: Exists
                      effect: NoSchedule
                """);
        assertThat(filled.settings()).containsEntry("tolerations",
                "dedicated=ml:NoSchedule,nvidia.com/gpu=present:NoSchedule");
        assertThat(filled.notes()).first().asString()
                .isEqualTo("Tolerates dedicated=ml:NoSchedule: 2 of 3 nodes with nvidia.com/gpu have this taint");
        assertThat(template("pod").fill(Map.of("tolerations", ""), Optional.of(cluster)).yaml())
                .doesNotContain("tolerations");
    }

    @Test
    void nodesThatAreYetToComeAreTakenForTaintedAsThoseThatAreThere() {
        var cluster = new ManifestTargetCluster(new Sample()
                .with(Sample.node("a").has("nvidia.com/gpu", 8).taint("nvidia.com/gpu", "present", "NoSchedule"))
                .snapshot(), Map.of(), Optional.of(Set.of()), Optional.empty());

        assertThat(template("spot").fill(Map.of(), Optional.of(cluster)).notes()).containsExactly(
                "Tolerates nvidia.com/gpu=present:NoSchedule: the only node with nvidia.com/gpu has this taint");
        assertThat(template("mig").fill(Map.of(), Optional.of(cluster)).notes())
                .containsExactly("Tolerates nvidia.com/gpu:NoSchedule: nodes with these devices often have this taint");
        assertThat(template("pod").fill(Map.of(),
                Optional.of(new ManifestTargetCluster(
                        new Sample().with(Sample.node("a").has("nvidia.com/gpu", 8)).snapshot(), Map.of(),
                        Optional.of(Set.of()), Optional.empty())))
                .yaml()).doesNotContain("tolerations");
    }

    @Test
    void eachTemplateSaysWhatItIsWithoutThoseBesideIt() {
        assertThat(WorkloadTemplateLibrary.bundled().templates()).extracting(WorkloadTemplate::description)
                .noneMatch(text -> text.startsWith("The same"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"knative", "trainjob"})
    void whatCannotTolerateATaintIsNotSaidTo(String id) {
        var cluster = new ManifestTargetCluster(new Sample()
                .with(Sample.node("a").has("nvidia.com/gpu", 8).taint("nvidia.com/gpu", "present", "NoSchedule"))
                .snapshot(), Map.of(), Optional.of(Set.of()), Optional.empty());
        var filled = template(id).fill(Map.of(), Optional.of(cluster));

        assertThat(filled.yaml()).doesNotContain("tolerations:");
        assertThat(filled.notes()).isEmpty();
    }

    @Test
    void aNamespaceMayHaveTheLongestNameThereCanBe() {
        var settings = new HashMap<>(needed(template("inference")));
        settings.put("namespace", "n".repeat(63));
        assertThat(template("inference").problemTexts(settings)).isEmpty();

        settings.put("namespace", "n".repeat(64));
        assertThat(template("inference").problemTexts(settings)).singleElement().asString().contains("at most 63");
    }

    @Test
    void aKindThatSharesItsNameIsCalledByItsMaker() {
        assertThat(template("knative").calledKind()).isEqualTo("Knative Service");
        assertThat(template("rayjob").calledKind()).isEqualTo("RayJob");
    }

    @Test
    void whatSomebodyTypesStaysOneValue() {
        var yaml = template("inference")
                .fill(Map.of("model", "a\": b, \"c", "select", "pool=on", "command", "sh -c 'echo \"hi\"' x"),
                        Optional.empty())
                .yaml();

        var container = KubernetesManifest.read(yaml).objects().getFirst().templates().getFirst().containers()
                .getFirst();
        assertThat(container.value().at("args").texts()).element(1).isEqualTo("a\": b, \"c");
        assertThat(container.value().at("command").texts()).containsExactly("sh", "-c", "echo \"hi\"", "x");
        assertThat(yaml).contains("pool: \"on\"");
    }

    @Test
    void aCommandMayBeAsLongAsAScript() {
        var script = "echo 'step' && ".repeat(5_000) + "true";
        var filled = template("pod").fill(Map.of("command", "sh -c \"" + script + "\" " + "x".repeat(100_000)),
                Optional.empty());

        assertThat(KubernetesManifest.read(filled.yaml()).objects().getFirst().templates().getFirst().containers()
                .getFirst().value().at("command").texts()).containsExactly("sh", "-c", script, "x".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("templates")
    void aNameThatLooksLikeSomethingElseStaysAName(WorkloadTemplate template) {
        for (var name : List.of("7", "1e3", "0x10", "yes", "null")) {
            var settings = new HashMap<>(needed(template));
            settings.put("name", name);
            settings.put("namespace", name);
            if (!template.problemTexts(settings).isEmpty()) {
                assertThat(name).as("the server refuses it").matches("\\d.*");
                continue;
            }
            var yaml = template.fill(settings, Optional.empty()).yaml();

            assertThat(LINTER.check(yaml, Optional.empty())).as(yaml)
                    .filteredOn(finding -> finding.severity() == LintSeverity.ERROR).isEmpty();
            for (var object : KubernetesManifest.read(yaml).objects()) {
                var metadata = object.at("metadata");
                for (var value : List.of(metadata.at("name"), metadata.at("namespace"))) {
                    assertThat(value.scalarForm()).as(yaml).isEqualTo(ManifestValue.YamlScalarType.TEXT);
                    assertThat(value.text()).isEqualTo(name);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pod       | name=Big              | name must be at most 52 lower-case letters
            pod       | count=0               | count must be a number from 1 to 64
            pod       | count=many            | count must be a number
            pod       | cpu=-1                | cpu must be a quantity such as 8 or 32Gi
            pod       | resource=gpu          | resource must be an extended resource such as nvidia.com/gpu
            pod       | select=pool           | select must be KEY=VALUE
            pod       | select=a=b,a=c        | select sets a twice, but a label has only one value on a node
            pod       | image=https://a/b:1   | image must be an image name such as registry.example/team/model:1.2, not “https://a/b:1”: the image name must begin with the registry, not with “https://”
            pod       | image=Team/Model:1    | image must be an image name such as registry.example/team/model:1.2, not “Team/Model:1”: “Model” in the image path has upper-case letters, which are allowed only in the registry and the tag
            pod       | image=a@sha256:12     | image must be an image name such as registry.example/team/model:1.2, not “a@sha256:12”: the digest after “@” must be sha256: and 64 hexadecimal digits
            pod       | command=run \"it      | command has an unclosed quote in “run \"it”
            pod       | tolerations=a=b       | tolerations must be KEY:EFFECT
            pod       | root=maybe            | root must be true or false
            pod       | image=                | Image is required: --set image=…
            pod       | colour=red            | pod has no setting “colour” (valid: name, namespace
            cronjob   | schedule=daily        | Schedule is not a valid schedule: “daily” has 1 field instead of 5
            cronjob   | schedule=61 * * * *   | Schedule is not a valid schedule: minute 61 is out of range 0 to 59
            cronjob   | schedule=TZ=UTC 0 3 * * * | Schedule must not contain TZ
            cronjob   | timeZone=Europe/Pariss | Time zone “Europe/Pariss” does not exist (did you mean Europe/Paris?)
            inference | replicas=5            | “Maximum replicas” (4) must not be less than “Replicas” (5)
            inference | name=7b               | The name must start with a letter
            spot      | provider=moon         | provider must be one of gke, eks, karpenter and aks, not “moon”
            inference-fetch | url=ftp://a     | url must be a URL that starts with https://
            """)
    void whatCannotBeIsSaidInASentence(String id, String setting, String complaint) {
        var settings = new HashMap<>(needed(template(id)));
        settings.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));

        assertThat(template(id).problemTexts(settings)).singleElement().asString().startsWith(complaint);
    }
}
