package tessera;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Scanner;
import java.util.logging.FileHandler;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.cluster.http.ApiRequest;
import tessera.plan.PlanPreview;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The fences between the parts of the product. */
class ArchitectureTest {

    private static final String[] SERVICES = {"tessera.text..", "tessera.kube..", "tessera.model..", "tessera.yaml..",
        "tessera.flow..", "tessera.file..", "tessera.mig..", "tessera.sharing..", "tessera.lint..", "tessera.launch..",
        "tessera.metrics..", "tessera.cluster..", "tessera.gpu..", "tessera.diagnosis..", "tessera.alerts..",
        "tessera.plan..", "tessera.stack..", "tessera.logs..", "tessera.exec..", "tessera.forward..",
        "tessera.filecopy..", "tessera.settings..", "tessera.scheduling..", "tessera.doctor..", "tessera.quota..",
        "tessera.dra..", "tessera.cel..", "tessera.demo.."};

    private static JavaClasses product;

    @BeforeAll
    static void readClasses() {
        product = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tessera");
    }

    @Test
    void sentencesKnowOnlyTheJdk() {
        classes().that().resideInAPackage("tessera.text..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "org.jspecify..").check(product);
    }

    @Test
    void theModelKnowsOnlyTheJdkAndTheRulesOfKubernetes() {
        classes().that().resideInAPackage("tessera.model..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.model..", "tessera.kube..", "org.jspecify..")
                .check(product);
    }

    @Test
    void theRulesOfKubernetesKnowOnlyHowToReadATree() {
        classes().that().resideInAPackage("tessera.kube..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.kube..", "org.jspecify..",
                        "com.fasterxml.jackson.databind..", "com.github.difflib..")
                .check(product);
    }

    /** Else a terminal might obey what others wrote into it. */
    @Test
    void jsonIsPrintedInOneWay() {
        noClasses().that().resideInAnyPackage("tessera.app..", "tessera.ui..").should()
                .callMethodWhere(target(name("toPrettyString"))).check(product);
    }

    @Test
    void flowKnowsOnlyTheJdk() {
        classes().that().resideInAPackage("tessera.flow..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.flow..", "org.jspecify..").check(product);
    }

    @Test
    void filesKnowOnlyTheJdk() {
        classes().that().resideInAPackage("tessera.file..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.file..", "org.jspecify..").check(product);
    }

    @Test
    void filesOfTheProgramAreMadeInOnePlaceSoThatNobodyElseReadsThem() {
        noClasses().that().resideOutsideOfPackages("tessera.file..", "tessera.demo.chart..").and()
                // Where the user says: what is copied, saved and mended belongs to the user's own files.
                .doNotHaveFullyQualifiedName("tessera.filecopy.ArchiveExtractionTarget").and()
                .doNotHaveFullyQualifiedName("tessera.filecopy.ArchiveExtractor").and()
                .doNotHaveFullyQualifiedName("tessera.app.cli.ManifestLintCommand").and()
                .doNotHaveFullyQualifiedName("tessera.app.cli.CommandReferenceGenerator").and()
                .doNotHaveFullyQualifiedName("tessera.ui.kit.PngImageWriter").and()
                .doNotHaveFullyQualifiedName("tessera.ui.kit.TableToolbar").and()
                .doNotHaveFullyQualifiedName("tessera.ui.logs.LogSaver").and()
                .doNotHaveFullyQualifiedName("tessera.ui.metrics.MetricChartExporter").and()
                .doNotHaveFullyQualifiedName("tessera.ui.terminal.TerminalOutputSaver").should()
                .callMethodWhere(target(owner(equivalentTo(Files.class)))
                        .and(target(nameMatching("create.*|write.*|newOutputStream|newBufferedWriter"))))
                .orShould().dependOnClassesThat()
                .belongToAnyOf(FileOutputStream.class, FileHandler.class, FileWriter.class, RandomAccessFile.class)
                .check(product);
    }

    @Test
    void filesOfOthersAreReadNoFurtherThanIsExpectedOfThem() {
        noClasses().that().resideOutsideOfPackage("tessera.file..").should()
                .callMethodWhere(target(owner(equivalentTo(Files.class)))
                        .and(target(nameMatching("read(AllBytes|String|AllLines)|lines|newBufferedReader"))))
                .orShould().dependOnClassesThat().belongToAnyOf(FileInputStream.class, FileReader.class, Scanner.class)
                .check(product);
    }

    @Test
    void theGeometryOfMigKnowsOnlyHowToReadATree() {
        classes().that().resideInAPackage("tessera.mig..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.mig..", "org.jspecify..",
                        "com.fasterxml.jackson.databind..")
                .check(product);
    }

    @Test
    void expressionsKnowOnlyTheModel() {
        classes().that().resideInAPackage("tessera.cel..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.cel..", "tessera.kube..", "tessera.model..",
                        "org.jspecify..", "com.fasterxml.jackson.databind..", "dev.cel..", "com.google..",
                        "org.semver4j..")
                .check(product);
    }

    @Test
    void theAllocationOfClaimsKnowsOnlyTheModel() {
        classes().that().resideInAPackage("tessera.dra..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.dra..", "tessera.cel..", "tessera.kube..",
                        "tessera.model..", "org.jspecify..", "com.fasterxml.jackson.databind..")
                .check(product);
    }

    @Test
    void theSharingOfGpusKnowsOnlyHowToReadATree() {
        classes().that().resideInAPackage("tessera.sharing..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.sharing..", "org.jspecify..",
                        "com.fasterxml.jackson..")
                .check(product);
    }

    @Test
    void manifestsAreJudgedFromTheirTextsAndASnapshotAlone() {
        classes().that().resideInAPackage("tessera.lint..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.lint..", "tessera.kube..", "tessera.cel..",
                        "tessera.model..", "tessera.mig..", "tessera.sharing..", "tessera.gpu..", "tessera.yaml..",
                        "org.jspecify..", "com.fasterxml.jackson..", "org.yaml.snakeyaml..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.lint..").should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..", "java.util.concurrent..").check(product);
    }

    @Test
    void templatesAreFilledInFromDataAndASnapshotAlone() {
        classes().that().resideInAPackage("tessera.launch..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.launch..", "tessera.kube..", "tessera.lint..",
                        "tessera.model..", "tessera.file..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
    }

    @Test
    void whatIsWrittenForPeopleIsWrittenFromTreesAlone() {
        classes().that().resideInAPackage("tessera.yaml..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.yaml..", "tessera.kube..", "tessera.model..",
                        "org.jspecify..", "com.fasterxml.jackson..", "org.yaml.snakeyaml..")
                .check(product);
    }

    @Test
    void servicesKnowNothingOfJavaFxNorOfViewsNorOfTheApplication() {
        noClasses().that().resideInAnyPackage(SERVICES).should().dependOnClassesThat()
                .resideInAnyPackage("javafx..", "tessera.ui..", "tessera.app..", "org.controlsfx..", "atlantafx..")
                .check(product);
    }

    @Test
    void viewsKnowNothingOfKubernetesClientsNorOfTheApplication() {
        noClasses().that().resideInAPackage("tessera.ui..").should().dependOnClassesThat()
                .resideInAnyPackage("io.fabric8..", "okhttp3..", "tessera.app..").check(product);
    }

    @Test
    void onlyTheApplicationReachesTheDemoCluster() {
        noClasses().that().resideOutsideOfPackages("tessera.demo..", "tessera.app..").should().dependOnClassesThat()
                .resideInAPackage("tessera.demo..").check(product);
    }

    @Test
    void theDemoClusterIsAServerAndKnowsNoClient() {
        noClasses().that().resideInAPackage("tessera.demo..").should().dependOnClassesThat()
                .resideInAnyPackage("tessera.cluster..", "io.fabric8..", "okhttp3..").check(product);
    }

    @Test
    void whatAFleetIsAndWhyIsComputedWithoutReadingIt() {
        noClasses().that().resideInAnyPackage("tessera.gpu..", "tessera.diagnosis..").should().dependOnClassesThat()
                .resideInAnyPackage("tessera.cluster..", "tessera.demo..", "io.fabric8..", "java.net..").check(product);
    }

    @Test
    void alertsArePureAndKnowOnlyTheModelAndGpus() {
        classes().that().resideInAPackage("tessera.alerts..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.alerts..", "tessera.kube..", "tessera.model..",
                        "tessera.gpu..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.alerts..").should().dependOnClassesThat()
                .resideInAPackage("java.net..").check(product);
    }

    @Test
    void settingsKnowOnlyTheAlertRulesTheyAreAbout() {
        classes().that().resideInAPackage("tessera.settings..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.settings..", "tessera.alerts..",
                        "tessera.file..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
    }

    @Test
    void theGpuStackIsJudgedWithoutKnowingHowItWasRead() {
        classes().that().resideInAPackage("tessera.stack..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.stack..", "tessera.kube..", "tessera.model..",
                        "tessera.gpu..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.stack..").should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..").check(product);
    }

    @Test
    void logsAreFollowedAndKeptWithoutKnowingHowTheyAreRead() {
        classes().that().resideInAPackage("tessera.logs..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.logs..", "tessera.kube..", "tessera.model..",
                        "tessera.flow..", "org.jspecify..")
                .check(product);
    }

    @Test
    void commandsInContainersAreTriedWithoutKnowingHowTheyAreReached() {
        classes().that().resideInAPackage("tessera.exec..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.exec..", "tessera.kube..", "tessera.model..",
                        "org.jspecify..")
                .check(product);
    }

    @Test
    void portsAreForwardedWithoutKnowingHowPodsAreReached() {
        classes().that().resideInAPackage("tessera.forward..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.forward..", "tessera.exec..", "tessera.logs..",
                        "tessera.kube..", "tessera.model..", "org.jspecify..")
                .check(product);
    }

    @Test
    void filesAreCopiedWithoutKnowingHowContainersAreReached() {
        classes().that().resideInAPackage("tessera.filecopy..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.filecopy..", "tessera.text..", "tessera.exec..",
                        "tessera.kube..", "tessera.model..", "org.jspecify..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.filecopy..").should().dependOnClassesThat()
                .resideInAPackage("java.net..").check(product);
    }

    @Test
    void theTerminalIsKnownInOnePlace() {
        noClasses().that().resideOutsideOfPackage("tessera.ui.terminal..").should().dependOnClassesThat()
                .resideInAPackage("com.techsenger..").check(product);
    }

    @Test
    void whatFitsIsWorkedOutWithoutKnowingHowItIsRead() {
        classes().that().resideInAPackage("tessera.scheduling..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.scheduling..", "tessera.kube..",
                        "tessera.model..", "tessera.yaml..", "tessera.gpu..", "tessera.mig..", "tessera.dra..",
                        "tessera.sharing..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.scheduling..").should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..").check(product);
    }

    @Test
    void theDoctorReadsNothingByItself() {
        classes().that().resideInAPackage("tessera.doctor..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.doctor..", "tessera.kube..",
                        "tessera.scheduling..", "tessera.stack..", "tessera.alerts..", "tessera.plan.node..",
                        "tessera.plan.intent..", "tessera.gpu..", "tessera.dra..", "tessera.mig..", "tessera.sharing..",
                        "tessera.model..", "tessera.yaml..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.doctor..").should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..").check(product);
    }

    @Test
    void whatMayBeTakenIsWorkedOutWithoutKnowingHowItIsRead() {
        classes().that().resideInAPackage("tessera.quota..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.quota..", "tessera.kube..",
                        "tessera.scheduling..", "tessera.lint..", "tessera.plan.step..", "tessera.gpu..",
                        "tessera.model..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.quota..").should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..").check(product);
    }

    @Test
    void changesArePlannedWithoutKnowingHowTheyAreSent() {
        classes().that().resideInAPackage("tessera.plan..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "tessera.plan..", "tessera.kube..", "tessera.model..",
                        "tessera.yaml..", "tessera.flow..", "tessera.file..", "tessera.mig..", "tessera.sharing..",
                        "tessera.lint..", "tessera.launch..", "tessera.quota..", "tessera.scheduling..",
                        "tessera.gpu..", "org.jspecify..", "com.fasterxml.jackson..")
                .check(product);
        noClasses().that().resideInAPackage("tessera.plan..").should().dependOnClassesThat()
                .resideInAPackage("java.net..").check(product);
    }

    @Test
    void onlyTheRunnerOfPlansMakesPreviewsSoThatNothingIsDoneUnseen() {
        noClasses().that().doNotHaveFullyQualifiedName("tessera.plan.PlanRunner").should()
                .callConstructorWhere(target(owner(equivalentTo(PlanPreview.class)))).check(product);
    }

    @Test
    void onlyOneClassSendsWhatChangesACluster() {
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.change.ClusterWriteClient").should()
                .callMethod("tessera.cluster.http.ApiRequest", "writeRequest", "java.lang.String", "java.lang.String",
                        "java.lang.String", "java.lang.String", "java.lang.String")
                .check(product);
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.http.ApiRequest").should()
                .callConstructorWhere(target(owner(equivalentTo(ApiRequest.class)))).check(product);
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.helm.HelmApiProxy").should()
                .callMethod("tessera.cluster.http.ApiRequest", "passThrough", "java.lang.String", "java.lang.String",
                        "java.nio.ByteBuffer", "java.lang.String", "java.lang.String")
                .check(product);
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.ClusterConnection").should()
                .callMethod("tessera.cluster.ClusterConnection", "kubernetes").check(product);
        // A question about oneself is created, too, but nothing remains of it.
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.object.SelfSubjectAccessReviewClient").and()
                .doNotHaveFullyQualifiedName("tessera.cluster.change.HttpPlannerInputReader").should()
                .callMethodWhere(target(owner(resideInAPackage("io.fabric8.kubernetes.client..")))
                        .and(target(nameMatching("create.*|update.*|patch.*|edit.*|delete|evict|scale|replace.*|rolling"
                                + "|.*[aA]pply|exec|attach|portForward|upload|raw|tokenRequest"))))
                .check(product);
    }

    @Test
    void onlyTheRunnerOfPlansHasStepsDone() {
        noClasses().that().resideOutsideOfPackage("tessera.plan").should()
                .callMethod("tessera.plan.step.PlanStepExecutor", "execute", "tessera.plan.step.PlanStep",
                        "tessera.plan.step.PlanStepListener")
                .check(product);
    }

    @Test
    void planningIsPureAndKnowsNoFilesNorThreads() {
        noClasses().that()
                .resideInAnyPackage("tessera.plan.intent..", "tessera.plan.step..", "tessera.plan.model..",
                        "tessera.plan.context..", "tessera.plan.node..", "tessera.plan.sharing..",
                        "tessera.plan.operator..", "tessera.plan.workload..", "tessera.plan.launch..",
                        "tessera.plan.quota..")
                .should().dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.util.concurrent..", "tessera.flow..").check(product);
    }

    @Test
    void metricsAreReadWithoutKnowingWhereTheyComeFrom() {
        classes().that().resideInAPackage("tessera.metrics..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "tessera.text..", "org.jspecify..", "com.fasterxml.jackson..",
                        "tessera.metrics..", "tessera.kube..", "tessera.model..", "tessera.flow..", "tessera.file..",
                        "tessera.mig..")
                .check(product);
    }

    @Test
    void onlyTheClusterPackageTalksToTheApiServer() {
        noClasses().that().resideOutsideOfPackage("tessera.cluster..").should().dependOnClassesThat()
                .resideInAnyPackage("io.fabric8..", "okhttp3..").check(product);
    }

    @Test
    void oneDoorToTheCluster() {
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.http.ClusterHttpClient").should()
                .dependOnClassesThat().haveNameMatching("io\\.fabric8\\.kubernetes\\.client\\.KubernetesClientBuilder"
                        + "|io\\.fabric8\\.kubernetes\\.client\\.http\\.HttpClient\\$(Builder|Factory)")
                .check(product);
    }

    @Test
    void onlyTheClusterAndTheServersThatTheUserNamedAreAsked() {
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.http.OutboundClientSettings").should()
                .callConstructor("okhttp3.OkHttpClient$Builder").check(product);
        noClasses().that().resideOutsideOfPackage("tessera.cluster.http").and()
                .doNotHaveFullyQualifiedName("tessera.cluster.ClusterConnection").should().dependOnClassesThat()
                .haveFullyQualifiedName("tessera.cluster.http.ClusterHttpClient").check(product);
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.monitoring.ConfiguredPrometheusClient").and()
                .doNotHaveFullyQualifiedName("tessera.cluster.chart.HelmChartHttpClient").should()
                .callConstructorWhere(target(owner(name("tessera.cluster.http.NamedServerHttpClient")))).check(product);
    }

    @Test
    void onePackageKnowsOkHttpAndOthersKnowOnlyWhatItOffers() {
        noClasses().that().resideOutsideOfPackage("tessera.cluster.http").should().dependOnClassesThat()
                .resideInAnyPackage("okhttp3..", "okio..", "io.fabric8.kubernetes.client.okhttp..").check(product);
    }

    @Test
    void helmIsKnownInOnePlaceAndReachesTheClusterThroughTheDoorOnly() {
        noClasses().that().doNotHaveFullyQualifiedName("tessera.cluster.helm.HelmWorker").should().dependOnClassesThat()
                .resideInAPackage("com.marcnuri.helm..").check(product);
        noClasses().that().resideOutsideOfPackage("tessera.cluster.helm").should().dependOnClassesThat()
                .haveFullyQualifiedName("tessera.cluster.helm.HelmLibraryClient").check(product);
    }

    @Test
    void aPrometheusIsAskedWithoutKnowingTheWayToIt() {
        noClasses().that().resideInAPackage("tessera.metrics.prometheus..").should().dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "javax.net..").check(product);
    }

    @Test
    void oneBridgeToTheFxThread() {
        noClasses().that().doNotHaveFullyQualifiedName("tessera.ui.JavaFxThreadRelay").should()
                .callMethod("javafx.application.Platform", "runLater", "java.lang.Runnable").check(product);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("tessera.(**)").should().beFreeOfCycles().check(product);
    }

    @Test
    void partsFormNoCycles() {
        slices().matching("tessera.(*)..").should().beFreeOfCycles()
                .because("what is below can be read without what is above").check(product);
    }

    /** Of a sealed family, the parent names its children and they name it. */
    @Test
    void filesFormNoCyclesBeyondSealedFamilies() {
        slices().assignedFrom(new SealedFamilyFiles()).should().beFreeOfCycles()
                .because("files in a circle can only be read together")
                .check(product.that(not(resideInAnyPackage("tessera.text..", "tessera.ui.change..",
                        "tessera.ui.shell..", "tessera.ui.metrics..", "tessera.demo.."))));
    }

    /** Files by their outermost type; the files of a sealed family count as one. */
    private static final class SealedFamilyFiles implements SliceAssignment {

        @Override
        public String getDescription() {
            return "files, or sealed families of them";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(familyOf(outermost(type.reflect())).getName());
        }

        private static Class<?> familyOf(Class<?> file) {
            return Stream.concat(Stream.of(file), Arrays.stream(file.getDeclaredClasses()))
                    .flatMap(type -> Stream.concat(Stream.ofNullable(type.getSuperclass()),
                            Arrays.stream(type.getInterfaces())))
                    .filter(Class::isSealed).map(SealedFamilyFiles::outermost).filter(parent -> parent != file)
                    .findFirst().map(SealedFamilyFiles::familyOf).orElse(file);
        }

        private static Class<?> outermost(Class<?> type) {
            return type.getEnclosingClass() == null ? type : outermost(type.getEnclosingClass());
        }
    }

    @Test
    void theProgramIsPutTogetherFromBelow() {
        layeredArchitecture().consideringOnlyDependenciesInLayers().layer("main").definedBy("tessera.app").layer("cli")
                .definedBy("tessera.app.cli").layer("report").definedBy("tessera.app.report").layer("window")
                .definedBy("tessera.app.window").layer("wiring").definedBy("tessera.app.wiring").layer("selfmetrics")
                .definedBy("tessera.app.selfmetrics").layer("crash").definedBy("tessera.app.crash").layer("platform")
                .definedBy("tessera.app.platform").whereLayer("main").mayNotBeAccessedByAnyLayer().whereLayer("cli")
                .mayOnlyBeAccessedByLayers("main").whereLayer("report").mayOnlyBeAccessedByLayers("cli")
                .whereLayer("window").mayOnlyBeAccessedByLayers("cli", "main").whereLayer("wiring")
                .mayOnlyBeAccessedByLayers("window", "cli").whereLayer("selfmetrics")
                .mayOnlyBeAccessedByLayers("window", "cli").whereLayer("crash")
                .mayOnlyBeAccessedByLayers("wiring", "window", "cli", "main")
                .because("commands and windows stand on the same services, which know neither").check(product);
    }

    @Test
    void nothingStaticCanChange() {
        fields().that().areStatic().should().haveModifier(JavaModifier.FINAL).check(product);
    }

    @Test
    void onlyTheCommandLinePrints() {
        noClasses().that().resideOutsideOfPackage("tessera.app..").and()
                // The main class of a process of its own, which answers there.
                .doNotHaveFullyQualifiedName("tessera.cluster.helm.HelmWorker").should()
                .accessField(System.class, "out").orShould().accessField(System.class, "err").check(product);
    }

    @Test
    void viewsAreWrittenInJava() {
        noClasses().should().dependOnClassesThat().resideInAPackage("javafx.fxml..").check(product);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses().should().haveNameMatching(".*(Impl|Manager|Util|Utils|Helper)").check(product);
    }
}
